using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>The agent is killed, and a person undoes its changes in a shell.</summary>
public sealed class ExplainRollbackTests
{
    [Fact]
    public async Task A_killed_agents_routes_go_back_byte_for_byte_by_the_printed_script()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        agent.Start("--policy", site.Policy(4));
        await site.InitCwndIsAsync(4, () => agent.Output);
        var warned = $"# The daemon runs (pid {agent.Daemon.Id}) and would set all this again";
        await Until.TrueAsync(
            () => agent.RunHere("explain-rollback").Output.StartsWith(warned, StringComparison.Ordinal),
            () => agent.RunHere("explain-rollback").Output
        );
        agent.Daemon.Kill();

        var explained = agent.RunHere("explain-rollback");
        Assert.True(explained.ExitCode == 0, explained.Error);
        var script = site.File("undo.sh");
        await File.WriteAllTextAsync(script, explained.Output);
        site.Host.Space.Exec("sh", "-e", script);

        site.AssertUntouched();
        Assert.Contains("is as it was: nothing to restore", agent.RunHere("explain-rollback").Output, StringComparison.Ordinal);
    }
}
