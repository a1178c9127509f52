using System.Text;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Tests.Storage.Feed;

public sealed class TidingsTests
{
    [Fact]
    public void Nothing_told_is_no_message() => Assert.Empty(new ChangeMessages().Messages("a"));

    [Fact]
    public void A_key_told_twice_is_told_once()
    {
        var tidings = new ChangeMessages();
        tidings.Add(Topic.Hosts, "one");
        tidings.Add(Topic.Hosts, "one");
        var message = Message.Read(Assert.Single(tidings.Messages("a")));
        Assert.Equal(["one"], message!.Keys);
    }

    [Fact]
    public void Topics_travel_apart_and_say_whose_they_are()
    {
        var tidings = new ChangeMessages();
        tidings.Add(Topic.Requirements, "");
        tidings.Add(Topic.Hosts, "one");
        var messages = tidings.Messages("a").Select(Message.Read).ToList();
        Assert.All(messages, message => Assert.Equal("a", message!.Sender));
        Assert.Equal([Topic.Requirements, Topic.Hosts], messages.Select(message => message!.Topic));
        Assert.Equal([""], messages[0]!.Keys);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(300)]
    [InlineData(20_000)]
    public void Every_message_fits_into_a_notification_and_no_key_is_lost(int count)
    {
        var tidings = new ChangeMessages();
        var keys = Enumerable.Range(0, count).Select(i => $"host-{i}-größer").ToList();
        keys.ForEach(key => tidings.Add(Topic.Hosts, key));
        var messages = tidings.Messages("0198f6c2-7f4e-7c1e-9d8e-000000000000");
        Assert.All(messages, message => Assert.True(Encoding.UTF8.GetByteCount(message) <= ChangeMessages.MostBytes));
        Assert.Equal(keys, messages.SelectMany(message => Message.Read(message)!.Keys));
    }

    [Theory]
    [InlineData("")]
    [InlineData("no topic")]
    [InlineData("a\thosts")]
    [InlineData("\thosts\none")]
    public void What_no_server_of_ours_wrote_is_left_alone(string payload) => Assert.Null(Message.Read(payload));
}
