using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>
/// What to set, what it is worth, what it risks, and why. Times are of responses on open connections: from the request's first byte to the
/// last one of the response.
/// </summary>
public sealed record Recommendation
{
    /// <summary>What it is for.</summary>
    public required string Subject { get; init; }

    /// <summary>What to do.</summary>
    public required RecommendedAction Action { get; init; }

    /// <summary>The window to set now, segments; the one in force unless <see cref="Action"/> changes it.</summary>
    public required int Segments { get; init; }

    /// <summary>The window in force, segments.</summary>
    public required int Current { get; init; }

    /// <summary>Where steps like this one lead, segments: one evaluation at most doubles the window.</summary>
    public required int Goal { get; init; }

    /// <summary>The most that may be set, segments.</summary>
    public required int Cap { get; init; }

    /// <summary>
    /// The segments that half of the paths hold, beyond which nothing is gained; <see langword="null"/> when their rate is not known.
    /// </summary>
    public long? Useful { get; init; }

    /// <summary>
    /// What keeps the window from being larger: one of <see cref="TermName"/>, or the name of a <see cref="Guardrail"/> or
    /// <see cref="BoundName"/>.
    /// </summary>
    public required string Binding { get; init; }

    /// <summary>
    /// Time that a response saves with <see cref="Segments"/>, median, ms, with 95 % by resampling connections; the model's own error is
    /// not in it (docs/recommendation.md).
    /// </summary>
    public required Interval SavingP50 { get; init; }

    /// <summary>The same, what one response in ten saves at least, ms.</summary>
    public required Interval SavingP90 { get; init; }

    /// <summary>Time that a response saves on average, ms.</summary>
    public required Interval SavingMean { get; init; }

    /// <summary>Rounds that a response saves, median and 90th percentile.</summary>
    public required Interval RoundsSavedP50 { get; init; }

    /// <inheritdoc cref="RoundsSavedP50"/>
    public required Interval RoundsSavedP90 { get; init; }

    /// <summary>Rounds of a response on average, now.</summary>
    public required double RoundsBefore { get; init; }

    /// <summary>The same with <see cref="Segments"/>.</summary>
    public required double RoundsAfter { get; init; }

    /// <summary>Share of responses whose first flights would overflow the buffer, 0 to 1, with <see cref="Segments"/>.</summary>
    public required double RiskShare { get; init; }

    /// <summary>What that costs a response on average, ms.</summary>
    public required double RiskMs { get; init; }

    /// <summary>The same two with the window in force.</summary>
    public required double RiskShareNow { get; init; }

    /// <inheritdoc cref="RiskShareNow"/>
    public required double RiskMsNow { get; init; }

    /// <summary>Packets that the buffer at the narrow link is taken to hold.</summary>
    public required long BufferPackets { get; init; }

    /// <summary>Connections it rests on; 0 for a description.</summary>
    public required long Connections { get; init; }

    /// <summary>How much that is.</summary>
    public required Confidence Confidence { get; init; }

    /// <summary>Why, in plain words, the decisive one first.</summary>
    public required IReadOnlyList<string> Reasons { get; init; }

    /// <summary>The expected result of every window: for tables and charts.</summary>
    public required IReadOnlyList<SweepPoint> Sweep { get; init; }

    /// <summary>SHA-256 over everything it was made from.</summary>
    public required string EvidenceHash { get; init; }

    /// <summary>Of the intervals' resampling.</summary>
    public required ulong Seed { get; init; }
}

/// <summary>What to do about a window.</summary>
public enum RecommendedAction
{
    /// <summary>Leave it.</summary>
    Keep,

    /// <summary>Make it larger.</summary>
    Raise,

    /// <summary>Make it smaller.</summary>
    Lower,

    /// <summary>Leave it: the responses are so large that their weight decides.</summary>
    PageWeightFirst,

    /// <summary>Leave it: receivers announce too little; theirs comes first (initrwnd, tcp_rmem).</summary>
    ReceiversFirst,

    /// <summary>Leave it: the application's send buffer decides.</summary>
    SendBufferFirst,

    /// <summary>Nothing can be said yet.</summary>
    TooLittleSeen,
}

/// <summary>How many connections a recommendation rests on.</summary>
public enum Confidence
{
    /// <summary>None: a person's description.</summary>
    Described,

    /// <summary>Fewer than 100.</summary>
    Low,

    /// <summary>Fewer than 1,000, RFC 9040's unit.</summary>
    Medium,

    /// <summary>1,000 and more.</summary>
    High,
}

/// <summary>The expected result of one window.</summary>
/// <param name="Segments">The window.</param>
/// <param name="P50Ms">Time of a response, median, ms.</param>
/// <param name="P90Ms">The same, 90th percentile.</param>
/// <param name="GainMs">Time saved on average against the window in force, ms.</param>
/// <param name="RiskShare">Share of responses that would overflow the buffer, 0 to 1.</param>
/// <param name="RiskMs">What that costs on average, ms.</param>
/// <param name="Allowed">True when it is not above cap and use.</param>
public sealed record SweepPoint(int Segments, double P50Ms, double P90Ms, double GainMs, double RiskShare, double RiskMs, bool Allowed);

/// <summary>What binds a recommendation and is neither a term of a flight nor a guardrail.</summary>
public static class BoundName
{
    /// <summary>Nine tenths of what can be gained are reached.</summary>
    public const string Enough = "enough";

    /// <summary>The policy's or the host's own limit.</summary>
    public const string Limits = "limits.max";

    /// <summary>What the system takes.</summary>
    public const string System = "system";

    /// <summary>Rate × round-trip time.</summary>
    public const string Path = "path";

    /// <summary>The buffer at the narrow link.</summary>
    public const string Buffer = "buffer";

    /// <summary>One evaluation at most doubles.</summary>
    public const string Step = "step";

    /// <summary>There was too little to judge by.</summary>
    public const string Evidence = "evidence";
}
