using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>
/// The daemon is killed before one system call after another, while it sets one route in place and adds a shadow for another. The next
/// agent takes over whatever was left, and when that agent leaves, no route without an owner remains.
/// </summary>
public sealed class DaemonKillPointTests
{
    private const int TooMany = 400;

    [Fact]
    public async Task Killed_anywhere_the_next_agent_goes_on_and_what_it_leaves_is_what_was_there_first()
    {
        using var site = new TestSite();
        site.Host.Space.Ip("-6 route change default via fd77:1::1 dev eth0 proto ra metric 1024");
        var before = RouteImage.Of(site.Host.Space);
        var policy = site.Policy(4);
        var (number, killed) = (1, 0);
        for (; await IsKilledAsync(site, policy, number); number++, killed++)
        {
            Assert.True(number < TooMany, "the daemon never came so far as to have applied");
            AssertNoStrangers(site);
            var next = site.Host.Space.Start(
                Binaries.Agent,
                "run",
                "--policy",
                policy,
                "--state",
                State(site, number),
                "--socket",
                Socket(site)
            );
            await AppliedAsync(site, next);
            Assert.Equal(0, await next.StopAsync());
            Assert.Empty(Shadows(site));
            Assert.Equal(0, site.Host.Space.TryExec(Binaries.Agent, "rollback", "--all", "--state", State(site, number)).ExitCode);
            Assert.Equal(before, RouteImage.Of(site.Host.Space));
        }
        Assert.True(killed > 10, $"killed at {killed} moments only");
    }

    /// <returns>False when it applied everything and stopped before that moment.</returns>
    private static async Task<bool> IsKilledAsync(TestSite site, string policy, int number)
    {
        var traced = site.Host.Space.Start(
            "strace",
            KillPoint.Arguments(number, Binaries.Agent, "run", "--policy", policy, "--state", State(site, number), "--socket", Socket(site))
        );
        await Until.TrueAsync(() => traced.Ended || IsApplied(site), () => traced.Output);
        if (traced.Ended)
            return true;
        return await KillPoint.StopAsync(traced) != 0;
    }

    private static async Task AppliedAsync(TestSite site, LabProcess agent)
    {
        await Until.TrueAsync(() => agent.Ended || IsApplied(site), () => agent.Output);
        Assert.False(agent.Ended, agent.Output);
        Assert.Contains("initcwnd 4", site.Host.Space.Ip("-6 route show default proto 105"), StringComparison.Ordinal);
        Assert.Equal(4, site.InitCwnd());
    }

    private static bool IsApplied(TestSite site) =>
        site
            .Host.Space.TryExec(Binaries.Agent, "status", "--json", "--socket", Socket(site))
            .Output.Contains("\"phase\": \"Applied\"", StringComparison.Ordinal);

    /// <summary>At most one shadow may be left, with the right window, and never one without an owner's route.</summary>
    private static void AssertNoStrangers(TestSite site)
    {
        var shadows = Shadows(site);
        Assert.InRange(shadows.Count, 0, 1);
        Assert.All(shadows, shadow => Assert.Contains("metric 1023 ", shadow, StringComparison.Ordinal));
    }

    private static List<string> Shadows(TestSite site) =>
        [.. Rows(site).Split('\n').Where(row => row.Contains("proto 105", StringComparison.Ordinal))];

    private static string Rows(TestSite site) =>
        site.Host.Space.Ip("-N -4 route show table all") + site.Host.Space.Ip("-N -6 route show table all");

    private static string State(TestSite site, int number) => site.File($"state-{number}");

    private static string Socket(TestSite site) => site.File("agent.sock");
}
