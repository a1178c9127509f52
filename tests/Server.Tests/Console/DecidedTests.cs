using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

/// <summary>Windows that a host decides itself: shown on a policy's page before, and on the host's page after.</summary>
public sealed class DecidedTests
{
    private const string Auto =
        "policy: edge\nwindow: auto\nscopes: [default, { prefix: 10.0.0.0/8, window: learned }]\nauto: { max: 10 }\nlearned: { "
        + "endpoints: [10.0.0.0/8] }\n";

    [Fact]
    public async Task The_policys_page_says_in_plain_words_within_which_bounds_a_host_decides()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await (await server.ApiAsync()).PublishAsync(Auto, assign: "*");
        var page = (await person.OpenAsync("/policies/edge")).Body!.TextContent;
        foreach (
            var words in new[]
            {
                "auto, 3 to 10",
                "learned, 10 to 32",
                "When more than 5 % of them have loss in the first flight, the window is halved",
                "at most once in 24 h",
                "after 15 min without new connections it is 10 again",
                "auto stays at its start value of 10 segments",
            }
        )
            Assert.Contains(words, page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_hosts_page_shows_value_bounds_and_reason_and_its_history_the_change()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("a");
        var decided = new DecidedScope
        {
            Scope = "default",
            Word = "auto",
            Value = 12,
            Min = 3,
            Max = 16,
            Changed = server.Clock.GetUtcNow(),
            Connections = 312,
            Losses = 2,
            Last = "raised 10 → 12: 1,000 connections, first-flight loss 0.4 %, expected −31 ms at p50",
            LastAt = server.Clock.GetUtcNow(),
            Note = "Nothing is raised: connections were last seen to end 11 min ago.",
        };
        await host.DurableAsync(
            host.Line(host.State(12, 12) with { Decided = [decided] }),
            host.Line(new HostEvent(HostEventKind.Decided, "", "default: raised 10 → 12: 1,000 connections."))
        );
        var page = await person.OpenAsync("/hosts/a");
        var row = page.QuerySelector("[aria-label='Host decisions'] tbody tr")!;
        foreach (var words in new[] { "default", "auto", "12", "3 to 16", "312", decided.Last, decided.Note })
            Assert.Contains(words, row.TextContent, StringComparison.Ordinal);
        Assert.Contains("default: raised 10 → 12: 1,000 connections.", page.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_decides_nothing_shows_nothing_of_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("a");
        await host.DurableAsync(host.Line(host.State(12, 12)));
        Assert.Null((await person.OpenAsync("/hosts/a")).QuerySelector("[aria-label='Host decisions']"));
    }
}
