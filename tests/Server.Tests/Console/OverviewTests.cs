using AngleSharp.Html.Dom;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Pages;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console;

public sealed class OverviewTests
{
    [Fact]
    public async Task It_says_how_the_fleet_is_and_shows_no_zeros()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        await api.PublishAsync(Api.Iw10, assign: "*");
        await server.EnrolAsync("web-1");
        IHtmlDocument page = null!;
        await Until.TrueAsync(
            async () => (page = await person.OpenAsync("/")).QuerySelector(".lede") is not null,
            () => page.Body!.TextContent
        );
        Assert.Equal("The verdict on the only host is Never seen.", page.QuerySelector(".lede")!.TextContent);
        Assert.Single(page.QuerySelectorAll(".shares .share"));
        Assert.Empty(page.QuerySelectorAll("#standing-line"));
        await api.HoldAsync("web-1");
        await Until.TrueAsync(
            async () => (page = await person.OpenAsync("/")).QuerySelector("#standing-line a[href='/standing?kind=holds']") is not null,
            () => page.Body!.TextContent
        );
        Assert.Equal(AttentionTrend.Path, page.QuerySelector("#attention")!.GetAttribute("hx-get"));
        foreach (var late in page.QuerySelectorAll("[data-late]"))
        {
            Assert.Equal("load, retry", late.GetAttribute("hx-trigger"));
            Assert.NotNull(late.QuerySelector(".late-room[aria-hidden=true]"));
            Assert.NotNull(late.QuerySelector(".no-script a"));
        }
    }

    [Theory]
    [InlineData("", "0 hosts now: Error, Drifted or Stale. 7 days ago the fleet had no hosts.")]
    [InlineData("?days=30", "0 hosts now: Error, Drifted or Stale. 30 days ago the fleet had no hosts.")]
    public async Task The_hosts_that_need_attention_are_drawn_over_time(string days, string sentence)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("web-1");
        var part = await person.OpenAsync(AttentionTrend.Path + days);
        Assert.Equal(sentence, part.QuerySelector("figcaption")!.TextContent);
        Assert.NotNull(part.QuerySelector("svg"));
        Assert.Single(part.QuerySelectorAll("[aria-current=true]"));
    }
}
