using System.Net;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Experiments;
using IwTune.Agent.Tests.Engine.Passive;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

/// <summary>An experiment from its start to every possible end, over stripes and connections that the test defines.</summary>
public sealed class ExperimentingTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new();
    private readonly FakeStripes _stripes = new();
    private readonly FakeFeed _feed = new();
    private readonly List<HostEvent> _told = [];
    private readonly Monitoring _monitoring;
    private readonly Journal _journal;
    private readonly ExperimentStore _store;
    private readonly Experimenting _experiments;
    private HoldState? _hold;
    private Limits _limits = Limits.None;
    private string? _observing;
    private int _ports;

    public ExperimentingTests()
    {
        _monitoring = new Monitoring(_bench.Clock);
        _journal = Journal.Open(_bench.State, _bench.Clock);
        _store = new ExperimentStore(_bench.State);
        _experiments = New();
    }

    [Fact]
    public async Task Its_record_is_on_the_disk_before_the_first_rule()
    {
        var written = 0;
        _stripes.OnLay = () =>
            written =
                new ExperimentStore(_bench.State).All().Count(record => record.Runs)
                + Journal.Peek(_bench.State, _bench.Clock).Transactions.Count;
        await StartAsync();
        Assert.Equal(2, written);
        Assert.Equal([HostEventKind.Experiment], _told.Select(told => told.Kind));
        Assert.Equal([null, 20], _stripes.Standing!.Windows);
    }

    [Fact]
    public async Task It_ends_by_its_time_and_takes_everything_away()
    {
        await StartAsync();
        await LookAsync(TimeSpan.FromMinutes(59));
        Assert.NotNull(_stripes.Standing);
        await LookAsync(TimeSpan.FromMinutes(1));
        Assert.Null(_stripes.Standing);
        Assert.Equal(ExperimentPhase.Finished, _store.Find(null)!.Phase);
        Assert.True(Assert.Single(_journal.Transactions).Undone);
        Assert.Equal("", _experiments.Running);
    }

    [Fact]
    public async Task Harm_ends_it_and_says_so()
    {
        await StartAsync();
        await CountsAsync();
        for (ushort port = 0; port < 200; port++)
            End(PortOf(port % 2, port), lost: port % 2 == 1);
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_stripes.Standing);
        Assert.Equal(ExperimentPhase.Harmful, _store.Find(null)!.Phase);
        Assert.Equal(HostEventKind.PutBack, _told[^1].Kind);
        Assert.Contains("first flights were lost more often", _told[^1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nobody_looking_at_losses_ends_it()
    {
        await StartAsync(new ExperimentRequest { Treatment = 20, Seconds = 7200 });
        _bench.Clock.Advance(2 * Monitoring.Interval + TimeSpan.FromSeconds(1));
        await _experiments.LookAsync(None);
        Assert.Equal(ExperimentPhase.Disturbed, _store.Find(null)!.Phase);
        Assert.Contains("loss cannot be observed", _store.Find(null)!.Why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rule_that_somebody_took_away_ends_it()
    {
        await StartAsync();
        _stripes.Missing.Add("the IPv4 rule for ports 32768-40959");
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_stripes.Standing);
        Assert.Contains("another program removed", _store.Find(null)!.Why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Another_window_of_the_hosts_own_ends_it_but_another_gateway_does_not()
    {
        await StartAsync();
        _stripes.Targets.Clear();
        _stripes.Targets["target 2"] = null;
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.NotNull(_stripes.Standing);
        _stripes.Targets["target 2"] = 16;
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.Equal(ExperimentPhase.Disturbed, _store.Find(null)!.Phase);
    }

    [Fact]
    public async Task A_hold_ends_it()
    {
        await StartAsync();
        _hold = new HoldState("root", _bench.Clock.GetUtcNow(), null, "maintenance");
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.Equal(ExperimentPhase.Stopped, _store.Find(null)!.Phase);
    }

    [Fact]
    public async Task A_host_that_only_observes_from_now_on_ends_it()
    {
        await StartAsync();
        _observing = "agent.yaml";
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_stripes.Standing);
        Assert.Equal(
            (ExperimentPhase.Stopped, "This host only observes (agent.yaml), so no window is changed"),
            (_store.Find(null)!.Phase, _store.Find(null)!.Why)
        );
    }

    [Fact]
    public async Task A_limit_of_the_host_that_is_narrowed_ends_it()
    {
        await StartAsync();
        _limits = new Limits(20, null);
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.NotNull(_stripes.Standing);
        _limits = new Limits(19, null);
        await LookAsync(TimeSpan.FromSeconds(3));
        Assert.Null(_stripes.Standing);
        Assert.Contains("initcwnd 20 is more than 19, max in this host's limits.yaml", _told[^1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connections_with_the_window_of_an_arm_are_no_evidence_of_the_hosts_own()
    {
        var older = Connect(PortOf(1, 0));
        _feed.Open.Add(older);
        await StartAsync();
        bool[] Seen() =>
            [
                Gave(Connect(PortOf(1, 1))),
                Gave(Connect(PortOf(0, 2))), // the control arm has the host's own window
                Gave(Connect(1024)),
                Gave(Connect(PortOf(1, 3), target: 7)),
                Gave(older with { Remote = new IPEndPoint(older.Remote.Address, PortOf(1, 0)) }),
            ];
        Assert.Equal([true, false, false, false, false], Seen());
        var taken = Connect(PortOf(1, 4));
        await _experiments.StopAsync(ExperimentPhase.Stopped, "stopped by root", None);
        _bench.Clock.Advance(TimeSpan.FromSeconds(59));
        Assert.True(_experiments.Disturbs && Gave(taken));
        _bench.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.False(_experiments.Disturbs || Gave(taken));
    }

    [Fact]
    public async Task In_a_switchback_every_connection_of_its_ports_is_apart_because_blocks_overlap()
    {
        await StartAsync(
            new ExperimentRequest
            {
                Treatment = 20,
                Design = ExperimentDesign.Switchback,
                Seconds = 7200,
            }
        );
        Assert.True(Gave(Connect(40_000)));
        Assert.False(Gave(Connect(1024)));
    }

    [Fact]
    public async Task First_flights_are_judged_only_where_the_window_of_either_arm_can_judge_them()
    {
        await StartAsync();
        await CountsAsync();
        foreach (var arm in (int[])[0, 1])
        {
            Add(Under("bbr", arm, 5_000));
            Add(Under("bbr", arm, 20_000)); // fits 20 segments, not the host's 10
            Add(Under("cubic", arm, 20_000));
        }
        await LookAsync(TimeSpan.FromSeconds(3));
        bool?[] judged = [false, null, false];
        Assert.Equal([.. judged, .. judged], _store.Samples(_store.Find(null)!.Plan.Id).Select(sample => sample.Lost));
    }

    [Fact]
    public async Task What_an_earlier_process_left_is_over_and_never_taken_up_again()
    {
        await StartAsync();
        var next = New();
        next.Recover();
        Assert.Equal("", next.Running);
        Assert.Equal(ExperimentPhase.Interrupted, _store.Find(null)!.Phase);
        Assert.True(Journal.Peek(_bench.State, _bench.Clock).Transactions.Single().Undone);
    }

    [Fact]
    public async Task What_there_was_before_counts_in_no_arm()
    {
        var older = Connect(PortOf(1, 0));
        _feed.Open.Add(older);
        await StartAsync();
        Add(Connect(PortOf(0, 1))); // ended before the start, reported after it
        await CountsAsync();
        Add(older);
        Add(Connect(PortOf(0, 2)));
        Add(Connect(PortOf(1, 3)));
        Add(Connect(PortOf(1, 4)));
        Add(Connect(1024)); // in no stripe
        Add(Connect(PortOf(1, 5), target: 7)); // another target's
        await LookAsync(TimeSpan.FromSeconds(3));
        var samples = _store.Samples(_store.Find(null)!.Plan.Id).ToList();
        Assert.Equal([0, 1, 1], samples.Select(sample => sample.Arm));
        Assert.Equal([10, 20, 20], samples.Select(sample => sample.Window));
    }

    [Fact]
    public async Task By_turns_all_ports_have_one_arm_and_the_first_minute_does_not_count()
    {
        await StartAsync(
            new ExperimentRequest
            {
                Treatment = 20,
                Design = ExperimentDesign.Switchback,
                Seconds = 7200,
                BlockSeconds = 600,
                Seed = 1,
            }
        );
        var plan = _store.Find(null)!.Plan;
        for (var block = 0; block < 4; block++)
        {
            await LookAsync(TimeSpan.FromSeconds(1));
            Assert.Equal(plan.Blocks.ArmOf(block), Assert.Single(_stripes.Standing!.Stripes).Arm);
            Add(Connect(40_000)); // in the first minute
            await LookAsync(TimeSpan.FromSeconds(65));
            await LookAsync(TimeSpan.FromSeconds(5));
            Add(Connect(50_000));
            await LookAsync(TimeSpan.FromSeconds(529));
        }
        var samples = _store.Samples(plan.Id).ToList();
        Assert.Equal([0, 1, 2, 3], samples.Select(sample => sample.Block));
        Assert.Equal(Enumerable.Range(0, 4).Select(plan.Blocks.ArmOf), samples.Select(sample => sample.Arm));
    }

    [Fact]
    public async Task What_stands_in_the_way_is_told_all_at_once_and_nothing_is_written()
    {
        _stripes.Hindrances.Add("'ip rule' shows another program's rule at 100 (lookup 77).");
        _hold = new HoldState("root", _bench.Clock.GetUtcNow(), null, "maintenance");
        _limits = new Limits(32, 2);
        var (exit, text) = await _experiments.StartAsync(new ExperimentRequest { Treatment = 40 }, None);
        Assert.Equal(ExitCode.Error, exit);
        foreach (var reason in (string[])["another program's rule", "held", "more than 32", "more than 2 times 10"])
            Assert.Contains(reason, text, StringComparison.Ordinal);
        Assert.Equal(0, _stripes.Laid);
        Assert.Empty(_store.All());
    }

    [Fact]
    public async Task Only_one_runs_at_a_time()
    {
        await StartAsync();
        var (exit, text) = await _experiments.StartAsync(new ExperimentRequest { Treatment = 20 }, None);
        Assert.Equal(ExitCode.Error, exit);
        Assert.Contains("experiment stop", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_kernel_refuses_is_written_down_as_failed()
    {
        _stripes.Becomes = new Outcome.Failed("the kernel said no");
        var (exit, text) = await _experiments.StartAsync(new ExperimentRequest { Treatment = 20 }, None);
        Assert.Equal(ExitCode.Error, exit);
        Assert.Contains("the kernel said no", text, StringComparison.Ordinal);
        Assert.Equal(ExperimentPhase.Failed, _store.Find(null)!.Phase);
        Assert.Equal("", _experiments.Running);
    }

    [Fact]
    public async Task Where_the_system_cannot_it_is_unsupported()
    {
        var (exit, _) = await new Experimenting(Ground() with { Stripes = null }).StartAsync(
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
            await StartAsync();
            await _experiments.StopAsync(ExperimentPhase.Stopped, "stopped by root", None);
            _bench.Clock.Advance(TimeSpan.FromSeconds(1));
        }
        Assert.Equal(ExperimentStore.Kept, _store.All().Count);
    }

    public void Dispose() => _bench.Dispose();

    private Experimenting New() => new(Ground());

    private ExperimentGround Ground() =>
        new()
        {
            State = _bench.State,
            Journal = _journal,
            Stripes = _stripes,
            Connections = _feed,
            Monitoring = _monitoring,
            Rules = Rules,
            Tell = _told.Add,
            Clock = _bench.Clock,
            Random = () => 0.5,
            Log = AgentLog.Silent,
        };

    private async Task StartAsync(ExperimentRequest? asked = null)
    {
        var (exit, text) = await _experiments.StartAsync(asked ?? new ExperimentRequest { Treatment = 20, By = "root" }, None);
        Assert.True(exit == ExitCode.Fine, text);
    }

    private HostRules Rules() => new(_limits, _bench.Tuner.Capabilities) { Hold = _hold, Observing = _observing };

    /// <summary>Time passes while connections are read, then the experiment is evaluated.</summary>
    private async Task LookAsync(TimeSpan after)
    {
        _bench.Clock.Advance(after);
        _monitoring.Looked();
        await _experiments.LookAsync(None);
    }

    private Task CountsAsync() => LookAsync(TimeSpan.FromSeconds(3));

    /// <summary>A port of this arm, a different one for each number.</summary>
    private int PortOf(int arm, int number) =>
        _stripes.Standing is { } layout ? layout.Stripes.First(stripe => stripe.Arm == arm).First + number : 33_000 + number;

    private Connection Connect(int port, int target = 1)
    {
        var made = _feed.Make(target);
        return FakeFeed.Sent(made with { Remote = new IPEndPoint(made.Remote.Address, port) }, 5_000);
    }

    private bool Gave(Connection connection) => _experiments.Gave(connection, _feed.TargetOf(connection)!);

    private Connection Under(string congestionControl, int arm, long bytes) =>
        FakeFeed.Sent(Connect(PortOf(arm, ++_ports)), bytes) with
        {
            CongestionControl = congestionControl,
        };

    private void End(int port, bool lost) => Add(lost ? Connect(port) with { DataSentAgain = 1, SentAgain = 1 } : Connect(port));

    private void Add(Connection connection) =>
        _experiments.Add(new ConnectionSample(_bench.Clock.GetUtcNow(), connection, _feed.TargetOf(connection)!, 10, null, false));
}
