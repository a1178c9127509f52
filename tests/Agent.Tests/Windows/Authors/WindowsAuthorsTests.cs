using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Watching;
using IwTune.Lab;
using IwTune.Shared.Wire;
using IwTune.WindowsDouble.Events;

namespace IwTune.Agent.Tests.Windows.Authors;

/// <summary>From the write of another program to the report: who probably did it. At most three repairs within ten minutes.</summary>
public sealed class WindowsAuthorsTests : IDisposable
{
    private const string Shell = @"C:\Windows\System32\cmd.exe";
    private const string Task = @"probably the scheduled task \Corp\Tune";
    private static readonly BundleContent Wanted = WindowsBench.Content(("default", 16));
    private readonly EmulatedHost _host = new("2019");

    [Fact]
    public async Task The_author_is_in_the_events_of_the_drift_and_of_its_repair()
    {
        var (reconciler, _) = await StartAsync();

        var turn = await UndoneAsync(reconciler);

        var (drifted, repaired) = (turn.Events[0], turn.Events[1]);
        Assert.Equal((HostEventKind.Drifted, Task), (drifted.Kind, drifted.Writer));
        Assert.Equal(
            @"template Internet was set to 'initcwnd 16' and is 'initcwnd 10' now; probably changed by the scheduled task \Corp\Tune (the "
                + @"scheduled task \Corp\Tune started cmd.exe 3 s before the change; a coincidence in the event log, not proof).",
            drifted.Text
        );
        Assert.Equal((HostEventKind.Repaired, Task), (repaired.Kind, repaired.Writer));
        Assert.Equal(
            @"template Internet is 'initcwnd 16' again; it was probably changed by the scheduled task \Corp\Tune; repair 1 of this "
                + "template.",
            repaired.Text
        );
    }

    [Fact]
    public async Task After_three_repairs_the_template_is_left_alone_and_its_author_is_named()
    {
        var (reconciler, _) = await StartAsync();
        for (var i = 0; i < 3; i++)
            await UndoneAsync(reconciler);

        var turn = await UndoneAsync(reconciler);

        Assert.Equal(10, _host.Machine.Read().Template("Internet")!.Window);
        var target = turn.State.Targets.Single(target => target.Id == "template Internet");
        Assert.Equal((TargetLeft.OwnerFights, TargetOutcome.Refused), (target.Left, target.Outcome));
        Assert.StartsWith(
            @"Probably the scheduled task \Corp\Tune undid 3 repairs within 10m, so repairs stopped. Set the window in that scheduled task",
            target.Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(
            (Task, 3),
            reconciler.Journal.Repairs.Where(repairs => repairs.Target == "template Internet").Select(one => (one.By, one.Count)).Single()
        );
    }

    [Fact]
    public async Task Without_a_clue_the_advice_is_what_to_switch_on()
    {
        var (reconciler, _) = await StartAsync();
        for (var i = 0; i < 3; i++)
            await UndoneAsync(reconciler, logged: false);

        var turn = await UndoneAsync(reconciler, logged: false);

        Assert.Null(turn.Events.FirstOrDefault(one => one.Kind == HostEventKind.Drifted)?.Writer);
        var reason = turn.State.Targets.Single(target => target.Id == "template Internet").Reason;
        Assert.StartsWith(
            "Another program undid 3 repairs within 10m, so repairs stopped. Audit process creation",
            reason,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_watch_names_the_author_and_the_reading_after_it_does_not_ask_again()
    {
        var (_, tuner) = await StartAsync();
        await using var changes = tuner
            .WatchAsync(TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        var timers = _host.Clock.TimersMade;
        var next = changes.MoveNextAsync().AsTask();
        await Until.TrueAsync(() => _host.Clock.TimersMade > timers, () => "the watch does not wait");
        Undo(logged: true);

        _host.Clock.Advance(SettingsWatch.Unwatched);

        Assert.True(await next);
        Assert.Equal("template Internet was initcwnd 16 and is initcwnd 10", changes.Current.What);
        Assert.StartsWith(Task, changes.Current.By, StringComparison.Ordinal);
        var asked = _host.Logs.Asked;
        var read = await tuner.ReadAsync(TestContext.Current.CancellationToken);
        Assert.Equal(Task, read.Targets.Single(target => target.Id == "template Internet").ChangedBy!.Who);
        Assert.Null(read.Targets.Single(target => target.Id == "template Compat").ChangedBy);
        Assert.Equal(asked, _host.Logs.Asked);
    }

    [Fact]
    public async Task Its_own_writes_and_a_quiet_host_ask_nothing()
    {
        _host.Logs.Written = _host.Clock.GetUtcNow() - TimeSpan.FromHours(1);
        var (reconciler, _) = await StartAsync();
        for (var i = 0; i < 5; i++)
        {
            _host.Clock.Advance(TimeSpan.FromMinutes(1));
            _host.Logs.Written = _host.Clock.GetUtcNow();
            await reconciler.ReconcileAsync(Wanted, TestContext.Current.CancellationToken);
        }

        Assert.Equal(0, _host.Logs.Asked);
    }

    [Fact]
    public async Task What_a_script_wrote_at_boot_before_the_agent_started_is_named_by_the_first_reading()
    {
        await StartAsync();
        _host.Clock.Advance(TimeSpan.FromDays(1));
        _host.SinceBoot = TimeSpan.FromSeconds(50);
        _host.Machine.Change(machine => machine.WithWindow("Internet", 10));
        _host.Logs.Written = _host.Clock.GetUtcNow() - TimeSpan.FromSeconds(20);
        _host.Logs.Events.Add(new PolicyRan(4018, _host.Clock.GetUtcNow() - TimeSpan.FromSeconds(25)));

        var (reconciler, _) = Open();
        var turn = await reconciler.ReconcileAsync(Wanted, TestContext.Current.CancellationToken);

        var drifted = turn.Events.Single(one => one.Kind == HostEventKind.Drifted);
        Assert.Equal("probably a Group Policy script", drifted.Writer);
        Assert.Contains("at boot (30 s after Windows started)", drifted.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Logs_that_cannot_be_read_change_nothing_of_the_repair()
    {
        foreach (var log in Agent.Windows.Authors.Logs.WatchedLogs.Names)
            _host.Logs.Problems[log] = "error 50";
        var (reconciler, _) = await StartAsync();

        var turn = await UndoneAsync(reconciler);

        Assert.Equal(16, _host.Machine.Read().Template("Internet")!.Window);
        Assert.Contains("its author is not known (written at", turn.Events[0].Text, StringComparison.Ordinal);
        Assert.Contains("error 50", turn.Events[0].Text, StringComparison.Ordinal);
        Assert.Equal("template Internet is 'initcwnd 16' again; repair 1 of this template.", turn.Events[1].Text);
    }

    public void Dispose() => _host.Dispose();

    private (Reconciler Reconciler, WindowsTuner Tuner) Open()
    {
        var tuner = _host.NewTuner();
        return (
            Reconciler.Open(
                _host.State,
                tuner,
                new SimulatedProbe(_host.Clock),
                _host.Clock,
                AgentLog.Silent,
                settings: () => HostSettings.Default with { Repairs = new RepairLimit(3, TimeSpan.FromMinutes(10)) }
            ),
            tuner
        );
    }

    private async Task<(Reconciler Reconciler, WindowsTuner Tuner)> StartAsync()
    {
        var (reconciler, tuner) = Open();
        await reconciler.ReconcileAsync(Wanted, TestContext.Current.CancellationToken);
        return (reconciler, tuner);
    }

    private async Task<Reconciliation> UndoneAsync(Reconciler reconciler, bool logged = true)
    {
        _host.Clock.Advance(TimeSpan.FromSeconds(30));
        Undo(logged);
        return await reconciler.ReconcileAsync(Wanted, TestContext.Current.CancellationToken);
    }

    private void Undo(bool logged)
    {
        _host.Machine.Change(machine => machine.WithWindow("Internet", 10));
        _host.Logs.Written = _host.Clock.GetUtcNow();
        if (logged)
            _host.Logs.Events.Add(new TaskProcess(_host.Clock.GetUtcNow() - TimeSpan.FromSeconds(3), @"\Corp\Tune", Shell, 11652));
    }
}
