namespace IwTune.Agent.Engine.Settings;

/// <summary>
/// What this host's administrator decides about the agent itself, in <c>agent.yaml</c>; policies and servers cannot change it.
/// </summary>
public sealed record HostSettings
{
    /// <summary>The settings without a file.</summary>
    public static HostSettings Default { get; } = new();

    /// <summary>Whether windows are set.</summary>
    public HostMode Mode { get; init; } = HostMode.Enforce;

    /// <summary>
    /// Who decided on <see cref="Mode"/>, as people call it: <c>agent.yaml</c>, <c>group policy</c>; empty for the default.
    /// </summary>
    public string ModeFrom { get; init; } = "";

    /// <summary>The server that the host must belong to; <see langword="null"/> when none is named.</summary>
    public FleetAddress? Fleet { get; init; }

    /// <summary>Who decided that nothing is set here; <see langword="null"/> when windows are set.</summary>
    public string? Observing => Mode == HostMode.Observe ? ModeFrom : null;

    /// <summary>What gives connections their window: the routes, or a program.</summary>
    public Backend Backend { get; init; } = Backend.Routes;

    /// <summary>
    /// The directory of the control group that the program is attached to; <see langword="null"/> for the top one, which is everything on
    /// the host.
    /// </summary>
    public string? ControlGroup { get; init; }

    /// <summary>Where kubelet keeps the logs of pods (its podLogsDir), whose folders have the names of pods.</summary>
    public string PodLogs { get; init; } = "/var/log/pods";

    /// <summary>
    /// True when a NetworkManager profile's <c>gateway</c> may be made a route of the profile, because only a route carries a window.
    /// </summary>
    public bool ConvertGateway { get; init; }

    /// <summary>
    /// True when systemd-networkd may be reloaded to read a new drop-in at once, which reconfigures every link whose files changed.
    /// </summary>
    public bool ReloadNetworkd { get; init; }

    /// <summary>Where round-trip times are measured beside the server.</summary>
    public RttSettings Rtt { get; init; } = new([], TimeSpan.FromMinutes(5));

    /// <summary>
    /// The time without monitoring of losses after which raised windows fall back to RFC 3390's (RFC 6928 §12); 10 minutes to 24 hours.
    /// </summary>
    public TimeSpan FallBackAfter { get; init; } = 12 * Passive.Monitoring.Interval;

    /// <summary>When repairs become a fight.</summary>
    public RepairLimit Repairs { get; init; } = new(10, TimeSpan.FromMinutes(10));
}

/// <summary>Whether windows are set on this host.</summary>
public enum HostMode
{
    /// <summary>As the policy says.</summary>
    Enforce,

    /// <summary>Every policy is only compared with the host, as with <c>mode: audit</c>; no window is changed.</summary>
    Observe,
}

/// <summary>What gives connections their window.</summary>
public enum Backend
{
    /// <summary>The routes, each as its owner allows.</summary>
    Routes,

    /// <summary>A sock_ops program; no route is written.</summary>
    Bpf,
}

/// <summary>Measuring of round-trip times.</summary>
/// <param name="Destinations">TCP services whose connect time is measured; empty for the server alone.</param>
/// <param name="Every">The pause between two rounds; 30 seconds to 24 hours.</param>
public sealed record RttSettings(IReadOnlyList<RttDestination> Destinations, TimeSpan Every)
{
    /// <inheritdoc/>
    public bool Equals(RttSettings? other) => other is not null && Every == other.Every && Destinations.SequenceEqual(other.Destinations);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Every, Destinations.Count);
}

/// <summary>A TCP service to connect to.</summary>
/// <param name="Host">A name or an address, without brackets.</param>
/// <param name="Port">1 to 65535.</param>
public sealed record RttDestination(string Host, int Port)
{
    /// <inheritdoc/>
    public override string ToString() => Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]:{Port}" : $"{Host}:{Port}";
}

/// <summary>How often one target is repaired before its owner is left alone.</summary>
/// <param name="Max">Repairs, 1 to 1000.</param>
/// <param name="Within">
/// The time they are counted in, one minute to 24 hours; also how long its owner must make no change before it is repaired again.
/// </param>
public sealed record RepairLimit(int Max, TimeSpan Within);
