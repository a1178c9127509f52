using IwTune.Lab;

namespace IwTune.EndToEnd.Standing;

/// <summary>A hold belongs to the host: neither a new revision nor a restart ends it.</summary>
public sealed class HoldTests
{
    [Fact]
    public async Task A_revision_published_while_a_host_is_held_is_applied_when_it_is_released()
    {
        using var site = new TestSite();
        var server = await site.ServerAsync();
        using var administrator = new Administrator(site.Site.Client, server);
        var agent = site.Enrolled(server.Url, server.CreateToken("--uses", "1", "--labels", "role=edge"));
        Ran(administrator.Run("fleet", "policies", "push", site.Policy(12), "--assign", "role:edge", "--reason", "twelve"));
        await site.InitCwndIsAsync(12, () => agent.Output);

        Ran(agent.RunHere("hold", "--reason", "switching providers"));
        Ran(administrator.Run("fleet", "policies", "push", site.Policy(20), "--reason", "twenty"));
        await Until.TrueAsync(
            () => agent.TryStatus()?.Json.Contains("\"waiting\": \"edge revision 2\"", StringComparison.Ordinal) == true,
            () => $"{agent.TryStatus()?.Json}\n{agent.Output}"
        );
        await ShownAsync(administrator, "Applying", "switching providers", "waits until the hold ends");
        Assert.Equal(12, site.InitCwnd());
        Assert.Equal(1, agent.RunHere("apply", site.Policy(30)).ExitCode);

        agent.Dispose();
        agent.Start();
        await Until.TrueAsync(() => agent.TryStatus()?.State.Hold is not null, () => agent.Output);
        Assert.Equal(12, site.InitCwnd());

        Ran(agent.RunHere("release"));
        Assert.Equal(20, site.InitCwnd());
        await ShownAsync(administrator, "Compliant");
        Ran(administrator.Run("fleet", "inbox"));
    }

    [Fact]
    public async Task A_window_that_is_overridden_stays_whatever_the_policy_says_and_the_server_shows_both()
    {
        using var site = new TestSite();
        var server = await site.ServerAsync();
        using var administrator = new Administrator(site.Site.Client, server);
        var agent = site.Enrolled(server.Url, server.CreateToken("--uses", "1", "--labels", "role=edge"));
        Ran(administrator.Run("fleet", "policies", "push", site.Policy(12), "--assign", "role:edge", "--reason", "twelve"));
        await site.InitCwndIsAsync(12, () => agent.Output);

        Ran(agent.RunHere("override", "default", "--initcwnd", "30", "--reason", "load test"));
        Assert.Equal(30, site.InitCwnd());
        Ran(administrator.Run("fleet", "policies", "push", site.Policy(20), "--reason", "twenty"));
        await ShownAsync(administrator, "Excepted", "initcwnd 30", "required initcwnd 20", "load test");
        Assert.Equal(30, site.InitCwnd());

        Ran(agent.RunHere("override", "--clear"));
        Assert.Equal(20, site.InitCwnd());
        await ShownAsync(administrator, "Compliant");
    }

    [Fact]
    public void Without_a_daemon_a_hold_stops_an_apply_and_a_release_lets_it_through()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        Ran(agent.RunAlone("hold", "--for", "1h"));
        var refused = agent.RunAlone("apply", site.Policy(12));
        Assert.Equal(1, refused.ExitCode);
        Assert.Contains($"'iwtune release --state {agent.State}", refused.Error, StringComparison.Ordinal);
        site.AssertUntouched();
        Ran(agent.RunAlone("release"));
        Ran(agent.RunAlone("apply", site.Policy(12)));
        Assert.Equal(12, site.InitCwnd());
        Ran(agent.RunAlone("override", "default", "--initcwnd", "9"));
        Assert.Equal(9, site.InitCwnd());
        Ran(agent.RunAlone("override", "--clear"));
        Assert.Equal(12, site.InitCwnd());
        Ran(agent.RunAlone("rollback", "--all"));
        site.AssertUntouched();
    }

    private static Task ShownAsync(Administrator administrator, params string[] words)
    {
        var shown = "";
        return Until.TrueAsync(
            () => words.All((shown = administrator.Run("fleet", "hosts", "show", "host1").Output).Contains),
            () => $"not all of {string.Join(", ", words)} in:\n{shown}"
        );
    }

    private static void Ran(CommandResult result) =>
        Assert.True(result.ExitCode == 0, $"exit {result.ExitCode}: {result.Error}{result.Output}");
}
