using System.Net;
using IwTune.Agent.Control.Experiments;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Experiments;
using IwTune.Agent.Tests.Engine.Passive;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control.Experiments;

/// <summary>An experiment on a simulated host, over stripes and connections that the test defines.</summary>
internal sealed class ExperimentBench : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Monitoring _monitoring;
    private int _ports;

    public ExperimentBench()
    {
        _monitoring = new Monitoring(_bench.Clock);
        Journal = Journal.Open(_bench.State, _bench.Clock);
        Store = new ExperimentStore(_bench.State);
        Experiments = New();
    }

    public Experimenting Experiments { get; }

    public FakeStripes Stripes { get; } = new();

    public FakeFeed Feed { get; } = new();

    public Journal Journal { get; }

    public ExperimentStore Store { get; }

    /// <summary>What was reported.</summary>
    public List<HostEvent> Told { get; } = [];

    public HoldState? Hold { get; set; }

    public Limits Limits { get; set; } = Limits.None;

    public string? Observing { get; set; }

    public TestClock Clock => _bench.Clock;

    public StateDirectory State => _bench.State;

    /// <summary>As the next process of the agent finds it.</summary>
    public Experimenting New() => new(Ground());

    public ExperimentGround Ground() =>
        new()
        {
            State = _bench.State,
            Journal = Journal,
            Stripes = Stripes,
            Connections = Feed,
            Monitoring = _monitoring,
            Rules = () => new HostRules(Limits, _bench.Tuner.Capabilities) { Hold = Hold, Observing = Observing },
            Tell = Told.Add,
            Clock = _bench.Clock,
            Random = () => 0.5,
            Log = AgentLog.Silent,
        };

    public async Task StartAsync(ExperimentRequest? asked = null)
    {
        var (exit, text) = await Experiments.StartAsync(
            asked ?? new ExperimentRequest { Treatment = 20, By = "root" },
            CancellationToken.None
        );
        Assert.True(exit == ExitCode.Fine, text);
    }

    /// <summary>Time passes while connections are read, then the experiment is evaluated.</summary>
    public async Task LookAsync(TimeSpan after)
    {
        _bench.Clock.Advance(after);
        _monitoring.Looked();
        await Experiments.LookAsync(CancellationToken.None);
    }

    public Task CountsAsync() => LookAsync(TimeSpan.FromSeconds(3));

    /// <summary>A port of this arm, a different one for each number.</summary>
    public int PortOf(int arm, int number) =>
        Stripes.Standing is { } layout ? layout.Stripes.First(stripe => stripe.Arm == arm).First + number : 33_000 + number;

    public Connection Connect(int port, int target = 1)
    {
        var made = Feed.Make(target);
        return FakeFeed.Sent(made with { Remote = new IPEndPoint(made.Remote.Address, port) }, 5_000);
    }

    public Connection Under(string congestionControl, int arm, long bytes) =>
        FakeFeed.Sent(Connect(PortOf(arm, ++_ports)), bytes) with
        {
            CongestionControl = congestionControl,
        };

    public bool Gave(Connection connection) => Experiments.Gave(connection, Feed.TargetOf(connection)!);

    public void End(int port, bool lost) => Add(lost ? Connect(port) with { DataSentAgain = 1, SentAgain = 1 } : Connect(port));

    public void Add(Connection connection) =>
        Experiments.Add(new ConnectionSample(_bench.Clock.GetUtcNow(), connection, Feed.TargetOf(connection)!, 10, null, false));

    public void Dispose() => _bench.Dispose();
}
