using System.Net;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Deciding;

/// <summary>A simulated host whose daemon decides windows, and the connections that a test adds.</summary>
internal sealed class DecidingHost : IDisposable
{
    private readonly Bench _bench;
    private readonly Reconciler _reconciler;

    public DecidingHost(Bench bench)
    {
        _bench = bench;
        _reconciler = bench.Open();
        Control = new HostControl(_reconciler, BundleStore.Open(bench.State.File(BundleStore.Name)), bench.Clock, AgentLog.Silent);
    }

    public HostControl Control { get; }

    public Reconciler Reconciler => _reconciler;

    public static BundleContent Content(string rest, int revision = 1) =>
        BundleContent.From(PolicyReader.Read($"policy: edge\n{rest}").Policy!, revision);

    public Task ApplyAsync(string rest) => Control.Local.ApplyAsync(Content(rest), CancellationToken.None);

    /// <summary>Connections with the window that the route gives, half a minute later, each of 60 segments at 50 ms.</summary>
    public void Connections(
        int count,
        int losses = 0,
        string target = Bench.Default,
        bool onLink = false,
        int? window = null,
        bool judged = true
    )
    {
        _bench.Clock.Advance(TimeSpan.FromSeconds(30));
        var initial = window ?? _bench.WindowOf(target).InitCwnd ?? 10;
        for (var i = 0; i < count; i++)
        {
            var connection = new Connection
            {
                Id = (ulong)i,
                Local = new IPEndPoint(IPAddress.Loopback, 443),
                Remote = new IPEndPoint(new IPAddress([10, 9, 9, 9]), 50_000),
                Mss = 1448,
                Cwnd = 80,
                RttMicroseconds = 50_000,
                PeerWindow = 100 * 1448,
                DataSegments = 60,
                BytesSent = 60 * 1448,
            };
            _reconciler.Decisions.Add(
                new ConnectionSample(
                    _bench.Clock.GetUtcNow(),
                    connection,
                    new ServingTarget(target, initial, false) { OnLink = onLink },
                    initial,
                    judged ? i < losses : null,
                    ExceededWindow: true
                )
            );
        }
    }

    public async Task<Reconciliation> DecideAsync(Sight sight = Sight.Clear)
    {
        await Control.Deciding.DecideAsync(sight, CancellationToken.None);
        return Control.Reports.Latest!;
    }

    public void Dispose()
    {
        Control.Dispose();
    }
}
