using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>What a host knows of its own connections when a plan is made.</summary>
public sealed record HostSight
{
    /// <summary>No process monitors losses: a person acts on the command line, which warns of the risks.</summary>
    public static HostSight None { get; } = new();

    /// <summary>
    /// Why losses in first flights would not be seen now, as a clause; <see langword="null"/> when they would, or when no monitoring is
    /// required.
    /// </summary>
    public string? Blind { get; init; }

    /// <summary>True when losses have not been seen for so long that windows fall back to RFC 3390's.</summary>
    public bool FallsBack { get; init; }

    /// <summary>The traffic that was seen over a target with a window; <see langword="null"/> when there was none.</summary>
    public Func<string, int, TrafficProfile?> Traffic { get; init; } = (_, _) => null;

    /// <summary>Whether selective acknowledgements are on; <see langword="null"/> when that is not known.</summary>
    public bool? Sack { get; init; }
}
