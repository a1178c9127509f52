using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Model;

namespace IwTune.Server.Tests.Console;

/// <summary>Recommendations in the console: a row in Insight, all details on the policy's page.</summary>
public sealed class RecommendationPagesTests
{
    private const string Policy = "policy: edge\nwindow: { initcwnd: 6 }\nscopes: [default]\n";

    private static async Task TellAsync(RunningServer server, string name = "a", long connections = 3_000, long rtt = 40_000)
    {
        var host = await server.EnrolAsync(name);
        var told = Told.Of(server.Clock.GetUtcNow(), connections, bytes: 13_000, rtt: rtt);
        await host.DurableAsync(
            host.Line(
                told with
                {
                    Passive = told.Passive! with
                    {
                        Profile = told.Passive.Profile! with
                        {
                            Concurrency = new Dictionary<int, long> { [Histogram.Slot(1)] = connections },
                        },
                    },
                }
            )
        );
    }

    [Fact]
    public async Task A_policys_page_says_what_to_set_why_and_what_every_window_would_come_to()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy, "*");
        await TellAsync(server);
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var section = (await person.OpenAsync("/policies/edge")).QuerySelector("section[aria-labelledby=recommendation]")!;
        Assert.Contains("Towards the Internet: Raise 6 → 10", section.TextContent, StringComparison.Ordinal);
        Assert.Contains("3,000 connections, high confidence of 1 of 1 host", section.TextContent, StringComparison.Ordinal);
        Assert.Equal(2, section.QuerySelectorAll("svg[role=img]").Length);
        Assert.Contains(
            section.QuerySelectorAll("tr"),
            row => row.TextContent.Contains("recommended", StringComparison.Ordinal) && row.Children[0].TextContent == "10"
        );
        Assert.Contains("CloudFront", section.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_traffic_it_says_what_else_can_be_asked()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy, "*");
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        Assert.Contains("iwtune recommend --size", (await person.OpenAsync("/policies/edge")).Body!.TextContent, StringComparison.Ordinal);
        Assert.Contains("there is no recommendation", (await person.OpenAsync("/insight")).Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Insight_lists_every_policy_with_traffic()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy, "*");
        await TellAsync(server);
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var row = (await person.OpenAsync("/insight")).QuerySelector("section[aria-labelledby=recommendations] tbody tr")!;
        Assert.Contains("Raise 6 → 10", row.TextContent, StringComparison.Ordinal);
        Assert.Equal("/policies/edge#recommendation", row.QuerySelector("a")!.GetAttribute("href"));
    }

    [Fact]
    public async Task What_another_window_would_do_is_asked_with_a_slider()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy, "*");
        await TellAsync(server);
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var page = await person.OpenAsync("/insight");
        Assert.Contains("With 10 segments", page.QuerySelector("#what-if-result")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("recommended", page.QuerySelector("#what-if-result tbody")!.TextContent, StringComparison.Ordinal);
        var slider = page.QuerySelector("#what-if-step")!;

        var largest = await person.OpenAsync($"/insight/what-if?step={slider.GetAttribute("max")}");
        Assert.Contains("With 44 segments", largest.Body!.TextContent, StringComparison.Ordinal);
        var smallest = await person.OpenAsync("/insight?step=0");
        Assert.Contains("With 4 segments", smallest.QuerySelector("#what-if-result")!.TextContent, StringComparison.Ordinal);
        var beyond = await person.OpenAsync("/insight/what-if?step=999");
        Assert.Contains("With 44 segments", beyond.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_slider_shows_each_class_of_round_trip_times_and_no_figure_of_a_few_connections()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy, "*");
        await TellAsync(server);
        await TellAsync(server, "b", connections: 20, rtt: 150_000);
        using var person = await Person.SignedInAsync(server, Role.Viewer);

        // 4, 6, 8, 10: the fourth place of the slider, also without script.
        foreach (var path in (string[])["/policies/edge?step=3", "/insight?step=3"])
        {
            var result = (await person.OpenAsync(path)).QuerySelector("#what-if-result")!;
            Assert.Contains("With 10 segments", result.TextContent, StringComparison.Ordinal);
            var rows = result.QuerySelectorAll("table")[^1].QuerySelectorAll("tbody tr");
            Assert.Equal(["20–50 ms", "3,000", "1(1–1)", "0 %→ 0 %"], Cells(rows[0], 0, 1, 2, 5));
            Assert.Equal(["100–200 ms", "20", "Too few connections: at least 30 are needed."], Cells(rows[1], 0, 1, 2));
            var drawn = Assert.Single(result.QuerySelectorAll("svg[role=img]"));
            Assert.Contains("with 10 segments", drawn.Closest("figure")!.TextContent, StringComparison.Ordinal);
        }

        static IEnumerable<string> Cells(AngleSharp.Dom.IElement row, params int[] at) =>
            at.Select(cell => row.Children[cell].TextContent.Trim());
    }
}
