using System.Net;
using System.Text.Json;
using IwTune.Server.Features.Policies;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Policies;

public sealed class PolicyWordsTests
{
    [Theory]
    [InlineData("", "policy mode window scopes limits auto learned override confirm")]
    [InlineData("mode", "enforce audit")]
    [InlineData("window", "auto learned initcwnd initrwnd")]
    [InlineData("window.initcwnd", "auto learned")]
    [InlineData("scopes[]", "default prefix window interface table containers")]
    [InlineData("scopes[].window", "auto learned initcwnd initrwnd")]
    [InlineData("limits", "max step")]
    [InlineData("auto", "min max every period")]
    [InlineData("learned", "endpoints max expiry")]
    public void The_words_of_a_place_are_those_of_the_schema(string place, string words) =>
        Assert.Equal(
            words.Split(' ').Order(StringComparer.Ordinal),
            PolicyWords.All[place].Select(one => one.Word).Order(StringComparer.Ordinal)
        );

    [Fact]
    public void Every_word_says_in_one_line_what_it_is() =>
        Assert.All(
            PolicyWords.All.SelectMany(place => place.Value),
            word => Assert.True(word.Text.Length is > 5 and < 120 && !word.Text.Contains('\n'), $"{word.Word}: {word.Text}")
        );

    [Fact]
    public async Task The_words_need_the_permission_of_the_editor()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server);
        using var reader = await Person.SignedInAsync(server, Role.Viewer);

        using var answer = await author.GetAsync(PolicyWordsEndpoint.Path);
        using var json = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
        Assert.Equal("audit", json.RootElement.GetProperty("mode")[1].GetProperty("word").GetString());
        using var refused = await reader.GetAsync(PolicyWordsEndpoint.Path);
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
    }
}
