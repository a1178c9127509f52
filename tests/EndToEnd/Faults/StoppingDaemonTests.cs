using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>
/// An uninstall whose restore begins while the daemon is still stopping: the signal has been sent, and the process has not received it.
/// </summary>
public sealed class StoppingDaemonTests
{
    [Theory]
    [InlineData("rollback --all --wait 60s")]
    [InlineData("unenroll --force --purge --wait 60s")]
    public async Task A_restore_waits_for_a_daemon_that_has_not_stopped_yet(string verb)
    {
        using var site = new TestSite();
        var agent = await FrozenAsync(site);
        Commands.Run("kill", "-TERM", $"{agent.Daemon.Id}");
        using var restoring = site.Host.Space.Start(Binaries.Agent, [.. verb.Split(' '), "--state", agent.State]);
        await restoring.WaitForLineAsync($"Waiting up to 60 s for the end of 'iwtune run' (pid {agent.Daemon.Id})");
        Assert.Equal(4, site.InitCwnd());
        Commands.Run("kill", "-CONT", $"{agent.Daemon.Id}");

        Assert.True(await restoring.WaitForExitAsync() == 0, restoring.Output);
        Assert.Equal(0, await agent.Daemon.WaitForExitAsync());
        site.AssertUntouched();
    }

    /// <summary>The request is in the daemon's socket when it stops: either it is answered, or the command itself does the work.</summary>
    [Fact]
    public async Task A_rollback_that_was_asked_of_a_daemon_that_stops_is_done_all_the_same()
    {
        using var site = new TestSite();
        var agent = await FrozenAsync(site);
        using var restoring = await AskingAsync(site, agent, "rollback", "--all");
        Commands.Run("kill", "-TERM", $"{agent.Daemon.Id}");
        Commands.Run("kill", "-CONT", $"{agent.Daemon.Id}");

        Assert.True(await restoring.WaitForExitAsync() == 0, restoring.Output + agent.Output);
        Assert.Equal(0, await agent.Daemon.WaitForExitAsync());
        site.AssertUntouched();
    }

    /// <summary>A second rollback would undo the change before, so the command does not try again.</summary>
    [Fact]
    public async Task A_rollback_of_one_change_whose_daemon_dies_without_an_answer_is_not_done_twice()
    {
        using var site = new TestSite();
        var agent = await FrozenAsync(site);
        using var restoring = await AskingAsync(site, agent, "rollback");
        agent.Daemon.Kill();

        Assert.Equal(4, await restoring.WaitForExitAsync());
        Assert.Contains(
            "ended before it answered, and may have done it all the same. Look at 'iwtune history",
            restoring.Output,
            StringComparison.Ordinal
        );
        Assert.Equal(4, site.InitCwnd());
    }

    /// <summary>A daemon that has set its windows, no longer runs, and has not ended either.</summary>
    private static async Task<AgentProcess> FrozenAsync(TestSite site)
    {
        var agent = site.Agent();
        agent.Start("--policy", site.Policy(4));
        await site.InitCwndIsAsync(4, () => agent.Output);
        Commands.Run("kill", "-STOP", $"{agent.Daemon.Id}");
        return agent;
    }

    /// <summary>A command whose request waits in the daemon's socket.</summary>
    private static async Task<LabProcess> AskingAsync(TestSite site, AgentProcess agent, params string[] words)
    {
        var asking = site.Host.Space.Start(Binaries.Agent, [.. words, "--state", agent.State, "--socket", agent.Socket]);
        await Until.TrueAsync(() => Connected(site, agent), () => "the command does not ask the daemon");
        return asking;
    }

    private static bool Connected(TestSite site, AgentProcess agent) =>
        site.Host.Space.Exec("cat", "/proc/net/unix").Split('\n').Count(line => line.EndsWith(agent.Socket, StringComparison.Ordinal)) > 1;
}
