using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>An unconfirmed change is undone, also when the process that waited for the confirmation is killed.</summary>
public sealed class UnconfirmedTests
{
    [Fact]
    public async Task A_killed_apply_is_put_back_at_its_deadline_by_a_process_of_its_own()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        var applying = site.Host.Space.Start(Binaries.Agent, "apply", site.Policy(16), "--confirm", "5s", "--state", agent.State);
        await site.InitCwndIsAsync(16, () => applying.Output);
        applying.Kill();
        Assert.Contains("Unconfirmed: edge is undone at", agent.RunAlone("show").Error, StringComparison.Ordinal);

        await site.InitCwndIsAsync(null, () => agent.RunAlone("history").Output);
        await Until.TrueAsync(() => !File.Exists(Path.Combine(agent.State, "pending.json")), () => agent.RunAlone("history").Output);
        site.AssertUntouched();
        Assert.Contains("restored, not confirmed", agent.RunAlone("history").Output, StringComparison.Ordinal);
        Assert.Equal(1, agent.RunAlone("confirm").ExitCode);
    }

    [Fact]
    public async Task An_apply_that_is_confirmed_leaves_no_process_behind()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        var applying = site.Host.Space.Start(Binaries.Agent, "apply", site.Policy(16), "--confirm", "5m", "--state", agent.State);
        await site.InitCwndIsAsync(16, () => applying.Output);
        Assert.Single(Watchers(agent.State));
        Assert.Equal(0, agent.RunAlone("confirm").ExitCode);
        Assert.Equal(0, await applying.WaitForExitAsync());
        await Until.TrueAsync(() => Watchers(agent.State).Count == 0, () => "the process that watches goes on");
        Assert.Equal(16, site.InitCwnd());
    }

    private static List<string> Watchers(string state) =>
        [
            .. Directory
                .EnumerateDirectories("/proc")
                .Where(process => CommandOf(process) is var words && words.Contains("confirm-watch") && words.Contains(state)),
        ];

    private static string[] CommandOf(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline")).Split('\0');
        }
        catch (IOException)
        {
            return []; // no process, or it has ended
        }
    }
}
