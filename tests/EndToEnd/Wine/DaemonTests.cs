using IwTune.Lab;

namespace IwTune.EndToEnd.Wine;

/// <summary>The daemon for Windows, its named pipe, and another program that changes templates.</summary>
[Collection(nameof(UnderWine))]
public sealed class DaemonTests(WindowsPattern pattern)
{
    [Fact]
    public async Task Verbs_go_through_the_daemon_by_its_pipe_and_it_repairs_what_somebody_changes_also_after_a_crash()
    {
        using var host = new WindowsHost(pattern);
        var none = host.RunHere("status");
        Assert.True(none.ExitCode == 4, none.Error + none.Output);

        var daemon = host.Start("run", "--policy", host.Policy(16));
        await WindowsAreAsync(16, daemon);
        await AnswersAsync(daemon);
        Assert.Contains("edge", host.Ran(0, "status"), StringComparison.Ordinal);
        Assert.Contains("Datacenter", host.Ran(0, "status", "--json"), StringComparison.Ordinal);

        host.ChangeByAnother(machine => machine.WithWindow("Datacenter", 4));
        await WindowsAreAsync(16, daemon);
        await Until.TrueAsync(
            () => host.RunHere("history").Output.Contains("repaired drift", StringComparison.Ordinal),
            () => host.RunHere("history").Output + daemon.Output
        );
        // Wine keeps no event log that could name the author; without asking there would be no author at all.
        Assert.Contains("changed by an unknown author", host.RunHere("history").Output, StringComparison.Ordinal);

        daemon.Kill();
        host.Machine.Change(machine => machine.WithWindow("Internet", 2));
        daemon = host.Start("run", "--policy", host.Policy(16));
        await WindowsAreAsync(16, daemon);
        await AnswersAsync(daemon);

        // The daemon holds the state directory: now only the daemon can change anything.
        host.Ran(0, "hold", "--reason", "maintenance");
        host.Ran(0, "rollback", "--all");
        host.AssertUntouched();
        daemon.Kill();

        Task WindowsAreAsync(int initCwnd, LabProcess by) =>
            Until.TrueAsync(
                () => (host.Window("Internet"), host.Window("Datacenter")) == (initCwnd, initCwnd),
                () =>
                    $"Internet has {host.Window("Internet")}, Datacenter {host.Window("Datacenter")}, not "
                    + $"{initCwnd}\n{by.Output}\n{string.Join('\n', host.Machine.Calls)}"
            );

        Task AnswersAsync(LabProcess by) =>
            Until.TrueAsync(() => host.RunHere("status").ExitCode == 0, () => $"{host.RunHere("status")}\n{by.Output}");
    }
}
