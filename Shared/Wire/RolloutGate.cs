namespace IwTune.Shared.Wire;

/// <summary>What the gate of a ring said.</summary>
/// <param name="Verdict">Pass only when every input passes or does not apply; Fail as soon as one fails.</param>
/// <param name="Sentence">The input that decides, in words and numbers.</param>
/// <param name="At">When.</param>
/// <param name="Inputs">All of its inputs.</param>
public sealed record RolloutGate(GateVerdict Verdict, string Sentence, DateTimeOffset At, IReadOnlyList<GateInput> Inputs);

/// <summary>The verdict of a gate, or of one of its inputs.</summary>
public enum GateVerdict
{
    /// <summary>All is well, by enough evidence.</summary>
    Pass,

    /// <summary>It does harm, or too many hosts failed.</summary>
    Fail,

    /// <summary>There is not enough evidence: the rollout holds, and never continues because of this.</summary>
    Inconclusive,

    /// <summary>This input says nothing here, and why is in its sentence; it neither passes nor holds.</summary>
    NotApplicable,
}

/// <summary>One input of a gate.</summary>
/// <param name="Name">
/// <c>apply failures</c>, <c>verification failures</c>, <c>unreachable</c>, <c>bake time</c>, <c>first-flight loss, own past</c>,
/// <c>first-flight loss</c>, <c>retransmissions</c>, <c>fetch time p95</c>, <c>fetch time p99</c>.
/// </param>
/// <param name="Verdict">What it says.</param>
/// <param name="Sentence">Why, with numbers.</param>
/// <param name="Unit"><c>hosts</c>, <c>share</c>, <c>ms</c> or <c>s</c>.</param>
/// <param name="Value">Of the hosts that have the revision.</param>
/// <param name="Control">Of the hosts that do not have it yet, in the same time.</param>
/// <param name="Threshold">The limit it is compared with; for <c>first-flight loss</c> the evidence needed, 1/α.</param>
public sealed record GateInput(
    string Name,
    GateVerdict Verdict,
    string Sentence,
    string Unit,
    double? Value = null,
    double? Control = null,
    double? Threshold = null
);
