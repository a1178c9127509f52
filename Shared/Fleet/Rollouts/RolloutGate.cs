namespace IwTune.Shared.Fleet.Rollouts;

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
/// <c>apply failures</c>, <c>verification failures</c>, <c>unreachable</c>, <c>unconfirmed</c>, <c>bake time</c>, from the second ring on
/// <c>failures after the gate</c>, <c>unreachable after the gate</c>, <c>first-flight loss, own past</c>, <c>first-flight loss</c>,
/// <c>retransmissions</c>, <c>fetch time p95</c>, <c>fetch time p99</c>.
/// </param>
/// <param name="Verdict">What it says.</param>
/// <param name="Sentence">Why, with numbers.</param>
/// <param name="Unit"><c>hosts</c>, <c>share</c>, <c>ms</c> or <c>s</c>.</param>
/// <param name="Value">Of the hosts that have the revision.</param>
/// <param name="Control">Of the hosts that do not have it yet, in the same time; for fetch times what was due by them.</param>
/// <param name="Threshold">
/// The limit on the scale of <paramref name="Value"/>; <see langword="null"/> where only <see cref="GateInput.Measures"/> have one.
/// </param>
public sealed record GateInput(
    string Name,
    GateVerdict Verdict,
    string Sentence,
    string Unit,
    double? Value = null,
    double? Control = null,
    double? Threshold = null
)
{
    /// <summary>What was due by these hosts' own past and the control group.</summary>
    public double? Due { get; init; }

    /// <summary>Lower end of the interval around <see cref="Value"/> that decided, as far above <see cref="Due"/> as computed.</summary>
    public double? Low { get; init; }

    /// <summary>Its upper end.</summary>
    public double? High { get; init; }

    /// <summary>Further figures that decided, each with its own limit; <see langword="null"/> for none.</summary>
    public IReadOnlyList<GateMeasure>? Measures { get; init; }
}

/// <summary>A figure of a gate's input that has its own limit.</summary>
/// <param name="Name">One of the names here.</param>
/// <param name="Unit"><c>points</c> (percentage points), or empty for a likelihood ratio.</param>
/// <param name="Value">As it was computed; evidence above 10^299 is given as that.</param>
/// <param name="Threshold">Evidence of at least this shows harm; a rise of at most this lets the ring pass.</param>
public sealed record GateMeasure(string Name, string Unit, double Value, double Threshold)
{
    /// <summary>The highest evidence so far that losses rose.</summary>
    public const string Evidence = "evidence";

    /// <summary>The largest rise that the connections do not exclude.</summary>
    public const string Rise = "rise not excluded";
}

/// <summary>What the gate of a ring said in the course of it: the answer to <see cref="FleetPaths.RolloutEvidence"/>.</summary>
/// <param name="Points">The oldest first, thinned to at most 60 as the ring grows older.</param>
public sealed record RingEvidence(IReadOnlyList<GatePoint> Points);

/// <summary>What the gate of a ring said at one time.</summary>
/// <param name="At">When.</param>
/// <param name="Verdict">Its verdict.</param>
/// <param name="Inputs">Its inputs that compare connections and had figures, without their sentences.</param>
public sealed record GatePoint(DateTimeOffset At, GateVerdict Verdict, IReadOnlyList<GateInput> Inputs);
