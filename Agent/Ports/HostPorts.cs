namespace IwTune.Agent.Ports;

/// <summary>Everything the agent uses of the system it runs on.</summary>
/// <param name="Tuner">Reads and sets windows.</param>
/// <param name="Probe">Measures them.</param>
/// <param name="Facts">What the host is.</param>
/// <param name="ByHand">
/// The commands of the system by which a person restores the managed targets and removes what else of ours is left, without the agent.
/// </param>
/// <param name="Lacking">
/// What this process may not do and how to get the right, as sentences; <see langword="null"/> when it may change windows.
/// </param>
/// <param name="Doctor">Judges everything else that decides first flights.</param>
public sealed record HostPorts(
    ITuner Tuner,
    IProbe Probe,
    IHostFacts Facts,
    Func<IReadOnlyList<Target>, CancellationToken, ValueTask<IReadOnlyList<ManualUndo>>> ByHand,
    string? Lacking,
    IDoctor Doctor
)
{
    /// <summary>Reports production connections; <see langword="null"/> where the system does not.</summary>
    public IConnections? Connections { get; init; }

    /// <summary>
    /// Reads the host's own counters, and returns <see langword="null"/> when they cannot be read; <see langword="null"/> where there are
    /// none.
    /// </summary>
    public Func<TcpCounts?>? Counters { get; init; }

    /// <summary>Measures round-trip times; <see langword="null"/> where nothing does.</summary>
    public IRoundTrips? RoundTrips { get; init; }

    /// <summary>Gives connections windows by the port of their peer; <see langword="null"/> where the system cannot.</summary>
    public IStripes? Stripes { get; init; }

    /// <summary>Tries a rollback on a scratch target; <see langword="null"/> where the system cannot.</summary>
    public IRehearsal? Rehearsal { get; init; }

    /// <summary>Finds the network namespaces of the host; <see langword="null"/> where the system has none.</summary>
    public Func<NamespaceReading>? Namespaces { get; init; }

    /// <summary>What can be collected of the system; <see langword="null"/> where nothing can.</summary>
    public Collection? Collection { get; init; }

    /// <summary>How the assumptions about this system are checked; <see langword="null"/> where there are none.</summary>
    public HostCheck? Check { get; init; }
}
