using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>What a host knows of its own connections when a plan is made.</summary>
public sealed record HostSight
{
    /// <summary>Nobody stays to look: a person's own act on the command line, which is warned of its risks.</summary>
    public static HostSight None { get; } = new();

    /// <summary>
    /// Why losses in first flights would not be seen now, as a clause; <see langword="null"/> when they would, or when nobody asks.
    /// </summary>
    public string? Blind { get; init; }

    /// <summary>True when it has been so for so long that windows fall back to RFC 3390's.</summary>
    public bool FallsBack { get; init; }

    /// <summary>What was seen over a target with a window; <see langword="null"/> when nothing was.</summary>
    public Func<string, int, TrafficProfile?> Traffic { get; init; } = (_, _) => null;

    /// <summary>Selective acknowledgements; <see langword="null"/> when it is not known.</summary>
    public bool? Sack { get; init; }
}
