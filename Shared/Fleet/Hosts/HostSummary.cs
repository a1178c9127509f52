using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>One page of hosts, by name.</summary>
/// <param name="Hosts">At most <c>limit</c> of them.</param>
/// <param name="Next">Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</param>
/// <param name="Matched">Hosts that match the filter.</param>
/// <param name="Total">Hosts of the fleet, retired ones left out.</param>
public sealed record HostPage(IReadOnlyList<HostSummary> Hosts, string? Next, int Matched, int Total);

/// <summary>A host as a row.</summary>
public sealed record HostSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>The host's own name.</summary>
    public required string Name { get; init; }

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public required string Os { get; init; }

    /// <summary>Distribution or edition.</summary>
    public string OsName { get; init; } = "";

    /// <summary>Kernel release or build.</summary>
    public string Kernel { get; init; } = "";

    /// <summary>The agent's version.</summary>
    public string AgentVersion { get; init; } = "";

    /// <summary>Where the host's private key is: <c>tpm</c>, <c>file</c>, or <c>none</c> when it has registered no key.</summary>
    public string HostKey { get; init; } = HostKeys.None;

    /// <summary>Labels, from the enrolment token or edited since.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>The verdict in force.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>Why, as a sentence.</summary>
    public required string Reason { get; init; }

    /// <summary>Since when the verdict holds.</summary>
    public DateTimeOffset? VerdictSince { get; init; }

    /// <summary>The policy the host must follow; <see langword="null"/> when none is assigned.</summary>
    public string? Policy { get; init; }

    /// <summary>The policy's revision that is required.</summary>
    public int? Revision { get; init; }

    /// <summary>The revision the host last reported; differs while a publication is in progress.</summary>
    public int? HeldRevision { get; init; }

    /// <summary>
    /// initcwnd of the first target a policy requires (else of the first default route), segments; <see langword="null"/> for the system's
    /// default or when not reported.
    /// </summary>
    public int? ConfiguredCwnd { get; init; }

    /// <summary>First flight of a fresh connection, segments; <see langword="null"/> when not measured.</summary>
    public int? EffectiveSegments { get; init; }

    /// <summary>What decides the effective window.</summary>
    public BindingTerm Binding { get; init; }

    /// <summary>Round-trip time of that connection, microseconds.</summary>
    public long? RttMicroseconds { get; init; }

    /// <summary>Maximum segment size of that connection, bytes.</summary>
    public int? Mss { get; init; }

    /// <summary>When the host enrolled.</summary>
    public required DateTimeOffset Enrolled { get; init; }

    /// <summary>The latest check-in or report; <see langword="null"/> when there was none.</summary>
    public DateTimeOffset? LastSeen { get; init; }

    /// <summary>When the host left the fleet; <see langword="null"/> for a member.</summary>
    public DateTimeOffset? Retired { get; init; }
}
