using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>A required window that is not set, on purpose.</summary>
/// <param name="Want">What was required.</param>
/// <param name="Reason">Why not, and what would help, as a sentence.</param>
/// <param name="Unsupported">True when this host cannot express it at all.</param>
public sealed record Refusal(Want Want, string Reason, bool Unsupported = false)
{
    /// <summary>Set when it is left alone on purpose rather than refused.</summary>
    public TargetLeft? Left { get; init; }

    /// <summary>
    /// True when the numbers alone refuse it (a limit, a step, a guardrail), so that another policy may be allowed the same window.
    /// </summary>
    public bool ByLimit { get; init; }
}
