using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>
/// SIGTERM in the middle of very many routes: the command reports its changes, and both continuing and undoing are possible.
/// </summary>
public sealed class StoppedTests
{
    private const int Routes = 30_000;

    [Fact]
    public async Task An_apply_that_is_terminated_says_how_far_it_was_and_is_undone()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        var space = site.Host.Space;
        var gateway = space.Ip("route show default").Split(' ')[2];
        space.IpBatch(Enumerable.Range(0, Routes).Select(i => $"route add 11.{i / 250}.{i % 250}.0/24 via {gateway}"));
        var before = space.Ip("route show table all");
        var policy = site.Document("policy: many\nwindow: { initcwnd: 16 }\nscopes:\n  - prefix: 11.0.0.0/8\n");

        var applying = space.Start(Binaries.Agent, "apply", policy, "--state", agent.State);
        await Until.TrueAsync(
            () => space.Ip("route show 11.0.0.0/24").Contains("initcwnd", StringComparison.Ordinal),
            () => applying.Output,
            pause: TimeSpan.FromMilliseconds(2)
        );
        Assert.Equal(1, await applying.StopAsync());
        Assert.Matches(
            @"Interrupted: [0-9]+,[0-9]{3} of 30,000 routes were changed\. The same command goes on\. 'iwtune rollback",
            applying.Output
        );
        Assert.InRange(Changed(), 1, Routes - 1);

        Assert.Equal(0, agent.RunAlone("apply", policy).ExitCode);
        Assert.Equal(Routes, Changed());
        Assert.Equal(0, agent.RunAlone("rollback").ExitCode);
        Assert.Equal(before, space.Ip("route show table all"));

        int Changed() => space.Ip("route show").Split('\n').Count(line => line.Contains("initcwnd", StringComparison.Ordinal));
    }
}
