using IwTune.Agent.Engine;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control;

/// <summary>What the daemon uses of the system it runs on.</summary>
/// <param name="Tuner">Reads and sets windows.</param>
/// <param name="Probe">Measures them.</param>
/// <param name="Facts">What the host is.</param>
/// <param name="Peers">Addresses to which a window can be proved.</param>
public sealed record DaemonHost(ITuner Tuner, IProbe Probe, IHostFacts Facts, KnownPeers Peers)
{
    /// <summary>Where production connections are seen; <see langword="null"/> where they cannot be.</summary>
    public IConnections? Connections { get; init; }

    /// <summary>Reads the host's own counters; <see langword="null"/> where there are none.</summary>
    public Func<TcpCounts?>? Counters { get; init; }

    /// <summary>Gives connections windows by the port of their peer; <see langword="null"/> where the system cannot.</summary>
    public IStripes? Stripes { get; init; }

    /// <summary>Tries a rollback on a scratch target; <see langword="null"/> where the system cannot.</summary>
    public IRehearsal? Rehearsal { get; init; }

    /// <summary>Measures round-trip times; <see langword="null"/> where they cannot be.</summary>
    public RoundTripRounds? RoundTrips { get; init; }
}
