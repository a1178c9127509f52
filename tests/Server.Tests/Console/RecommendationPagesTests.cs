using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

/// <summary>Recommendations in the console: a row in Insight, all details on the policy's page.</summary>
public sealed class RecommendationPagesTests
{
    private const string Policy = "policy: edge\nwindow: { initcwnd: 6 }\nscopes: [default]\n";

    private static async Task TellAsync(RunningServer server)
    {
        var host = await server.EnrolAsync("a");
        var told = Told.Of(server.Clock.GetUtcNow(), 3_000, bytes: 13_000);
        await host.DurableAsync(
            host.Line(
                told with
                {
                    Passive = told.Passive! with
                    {
                        Profile = told.Passive.Profile! with { Concurrency = new Dictionary<int, long> { [Histogram.Slot(1)] = 3_000 } },
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
        Assert.Contains("iwtune recommend --sizes", (await person.OpenAsync("/policies/edge")).Body!.TextContent, StringComparison.Ordinal);
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
}
