using System.Net;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Tests.Features.Insight.Canaries;

/// <summary>From hosts' reports before and after a day to the output for programs and people.</summary>
public sealed class CanaryTests
{
    [Fact]
    public async Task Loss_that_only_the_canaries_gained_is_the_effect_and_what_all_gained_is_not()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var on = Day(server).AddDays(-3);
        for (var i = 0; i < 4; i++)
        {
            await TellAsync(server, "canary", on, before: 10 + i, after: 60 + i);
            await TellAsync(server, "web", on, before: 12 + i, after: 32 + i);
        }
        var found = await api.GetAsync(Question(on), HostsJson.Default.FleetCanary);
        Assert.Equal((4, 4, 2), (found.Canaries, found.Matched, found.Days));
        var lost = found.Figures.Single(figure => figure.Name == "first flight lost");
        Assert.Equal((0.03, 0.03, 0.03), (Math.Round(lost.Effect, 9), Math.Round(lost.Low, 9), Math.Round(lost.High, 9)));
        Assert.Equal(0, found.Figures.Single(figure => figure.Name.StartsWith("smallest", StringComparison.Ordinal)).Effect);

        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync($"/insight/canaries?canaries=role:canary&matched=role:web&on={on:yyyy-MM-dd}");
        Assert.Contains("+3.00 pp", page.QuerySelector("table")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("more than without the change", page.QuerySelector("table")!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hosts_in_both_filters_are_canaries_alone_and_two_of_them_are_too_few()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var on = Day(server).AddDays(-3);
        for (var i = 0; i < 2; i++)
            await TellAsync(server, "canary", on, before: 10, after: 10);
        var found = await api.GetAsync(
            FleetPaths.CanaryOf("role:canary", "*", $"{on:yyyy-MM-dd}", days: null),
            HostsJson.Default.FleetCanary
        );
        Assert.Equal((2, 0), (found.Canaries, found.Matched));
        Assert.Empty(found.Figures);
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_a_question_is_told_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.GetAsync($"{FleetPaths.Canary}?canaries=&matched=colour!:blue&on=yesterday&days=99");
        var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
        foreach (var name in (string[])["canaries:", "matched:", "on:", "days:"])
            Assert.Contains(name, problem.Detail!, StringComparison.Ordinal);
        using var early = await api.GetAsync(Question(Day(server)));
        Assert.Contains("no whole day has passed", (await early.ProblemAsync(HttpStatusCode.BadRequest)).Detail!, StringComparison.Ordinal);

        using var person = await Person.SignedInAsync(server);
        Assert.Contains(
            "is not a day",
            (await person.OpenAsync("/insight/canaries?canaries=a&matched=b&on=x")).Body!.TextContent,
            StringComparison.Ordinal
        );
    }

    private static DateOnly Day(RunningServer server) => DateOnly.FromDateTime(server.Clock.GetUtcNow().UtcDateTime);

    private static string Question(DateOnly on) => FleetPaths.CanaryOf("role:canary", "role:web", $"{on:yyyy-MM-dd}", days: null);

    private static async Task TellAsync(RunningServer server, string role, DateOnly on, long before, long after)
    {
        var host = await server.EnrolAsync($"{role}-{before}", labels: ("role", role));
        // On the day of the change every connection loses, and this must not distort the result.
        await host.DurableAsync(
            host.Line(Told.Of(Noon(on.AddDays(-1)), 1000, lost: before)),
            host.Line(Told.Of(Noon(on), 1000, lost: 900)),
            host.Line(Told.Of(Noon(on.AddDays(1)), 1000, lost: after))
        );
    }

    private static DateTimeOffset Noon(DateOnly day) => new(day, new TimeOnly(12, 0), TimeSpan.Zero);
}
