using IwTune.Agent.Control.Experiments;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control.Experiments;

/// <summary>An experiment from its start to every possible end.</summary>
public sealed class ExperimentingTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly ExperimentBench _bench = new();

    [Fact]
    public async Task Its_record_is_on_the_disk_before_the_first_rule()
    {
        var written = 0;
        _bench.Stripes.OnLay = () =>
            written =
                new ExperimentStore(_bench.State).All().Count(record => record.Runs)
                + Journal.Peek(_bench.State, _bench.Clock).Transactions.Count;
        await _bench.StartAsync();
        Assert.Equal(2, written);
        Assert.Equal([HostEventKind.Experiment], _bench.Told.Select(told => told.Kind));
        Assert.Equal([null, 20], _bench.Stripes.Standing!.Windows);
    }

    [Fact]
    public async Task It_ends_by_its_time_and_takes_everything_away()
    {
        await _bench.StartAsync();
        await _bench.LookAsync(TimeSpan.FromMinutes(59));
        Assert.NotNull(_bench.Stripes.Standing);
        await _bench.LookAsync(TimeSpan.FromMinutes(1));
        Assert.Null(_bench.Stripes.Standing);
        Assert.Equal(ExperimentPhase.Finished, _bench.Store.Find(null)!.Phase);
        Assert.True(Assert.Single(_bench.Journal.Transactions).Undone);
        Assert.Equal("", _bench.Experiments.Running);
    }

    [Fact]
    public async Task Harm_ends_it_and_says_so()
    {
        await _bench.StartAsync();
        await _bench.CountsAsync();
        for (ushort port = 0; port < 200; port++)
            _bench.End(_bench.PortOf(port % 2, port), lost: port % 2 == 1);
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_bench.Stripes.Standing);
        Assert.Equal(ExperimentPhase.Harmful, _bench.Store.Find(null)!.Phase);
        Assert.Equal(HostEventKind.PutBack, _bench.Told[^1].Kind);
        Assert.Contains("first flights were lost more often", _bench.Told[^1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nobody_looking_at_losses_ends_it()
    {
        await _bench.StartAsync(new ExperimentRequest { Treatment = 20, Seconds = 7200 });
        _bench.Clock.Advance(2 * Monitoring.Interval + TimeSpan.FromSeconds(1));
        await _bench.Experiments.LookAsync(None);
        Assert.Equal(ExperimentPhase.Disturbed, _bench.Store.Find(null)!.Phase);
        Assert.Contains("loss cannot be observed", _bench.Store.Find(null)!.Why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rule_that_somebody_took_away_ends_it()
    {
        await _bench.StartAsync();
        _bench.Stripes.Missing.Add("the IPv4 rule for ports 32768-40959");
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_bench.Stripes.Standing);
        Assert.Contains("another program removed", _bench.Store.Find(null)!.Why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Another_window_of_the_hosts_own_ends_it_but_another_gateway_does_not()
    {
        await _bench.StartAsync();
        _bench.Stripes.Targets.Clear();
        _bench.Stripes.Targets["target 2"] = null;
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.NotNull(_bench.Stripes.Standing);
        _bench.Stripes.Targets["target 2"] = 16;
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.Equal(ExperimentPhase.Disturbed, _bench.Store.Find(null)!.Phase);
    }

    [Fact]
    public async Task A_hold_ends_it()
    {
        await _bench.StartAsync();
        _bench.Hold = new HoldState("root", _bench.Clock.GetUtcNow(), null, "maintenance");
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.Equal(ExperimentPhase.Stopped, _bench.Store.Find(null)!.Phase);
    }

    [Fact]
    public async Task A_host_that_only_observes_from_now_on_ends_it()
    {
        await _bench.StartAsync();
        _bench.Observing = "agent.yaml";
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_bench.Stripes.Standing);
        Assert.Equal(
            (ExperimentPhase.Stopped, "This host only observes (agent.yaml), so no window is changed"),
            (_bench.Store.Find(null)!.Phase, _bench.Store.Find(null)!.Why)
        );
    }

    [Fact]
    public async Task A_limit_of_the_host_that_is_narrowed_ends_it()
    {
        await _bench.StartAsync();
        _bench.Limits = new Limits(20, null);
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.NotNull(_bench.Stripes.Standing);
        _bench.Limits = new Limits(19, null);
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_bench.Stripes.Standing);
        Assert.Contains("initcwnd 20 is more than 19, max in this host's limits.yaml", _bench.Told[^1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_an_earlier_process_left_is_over_and_never_taken_up_again()
    {
        await _bench.StartAsync();
        var next = _bench.New();
        next.Recover();
        Assert.Equal("", next.Running);
        Assert.Equal(ExperimentPhase.Interrupted, _bench.Store.Find(null)!.Phase);
        Assert.True(Journal.Peek(_bench.State, _bench.Clock).Transactions.Single().Undone);
    }

    [Fact]
    public async Task What_stands_in_the_way_is_told_all_at_once_and_nothing_is_written()
    {
        _bench.Stripes.Hindrances.Add("'ip rule' shows another program's rule at 100 (lookup 77).");
        _bench.Hold = new HoldState("root", _bench.Clock.GetUtcNow(), null, "maintenance");
        _bench.Limits = new Limits(32, 2);
        var (exit, text) = await _bench.Experiments.StartAsync(new ExperimentRequest { Treatment = 40 }, None);
        Assert.Equal(ExitCode.Error, exit);
        foreach (var reason in (string[])["another program's rule", "held", "more than 32", "more than 2 times 10"])
            Assert.Contains(reason, text, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Stripes.Laid);
        Assert.Empty(_bench.Store.All());
    }

    [Fact]
    public async Task Only_one_runs_at_a_time()
    {
        await _bench.StartAsync();
        var (exit, text) = await _bench.Experiments.StartAsync(new ExperimentRequest { Treatment = 20 }, None);
        Assert.Equal(ExitCode.Error, exit);
        Assert.Contains("experiment stop", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_kernel_refuses_is_written_down_as_failed()
    {
        _bench.Stripes.Becomes = new Outcome.Failed("the kernel said no");
        var (exit, text) = await _bench.Experiments.StartAsync(new ExperimentRequest { Treatment = 20 }, None);
        Assert.Equal(ExitCode.Error, exit);
        Assert.Contains("the kernel said no", text, StringComparison.Ordinal);
        Assert.Equal(ExperimentPhase.Failed, _bench.Store.Find(null)!.Phase);
        Assert.Equal("", _bench.Experiments.Running);
    }

    [Fact]
    public async Task Where_the_system_cannot_it_is_unsupported()
    {
        var (exit, _) = await new Experimenting(_bench.Ground() with { Stripes = null }).StartAsync(
            new ExperimentRequest { Treatment = 20 },
            None
        );
        Assert.Equal(ExitCode.Unsupported, exit);
    }

    [Fact]
    public async Task The_oldest_experiments_go()
    {
        for (var run = 0; run < ExperimentStore.Kept + 3; run++)
        {
            await _bench.StartAsync();
            await _bench.Experiments.StopAsync(ExperimentPhase.Stopped, "stopped by root", None);
            _bench.Clock.Advance(TimeSpan.FromSeconds(1));
        }
        Assert.Equal(ExperimentStore.Kept, _bench.Store.All().Count);
    }

    public void Dispose() => _bench.Dispose();
}
