using IwTune.Shared.Compliance.Controls;

namespace IwTune.Shared.Compliance;

/// <summary>Where time alone changes a verdict: a silence grows too long, a repair is long ago, an exception ends.</summary>
/// <remarks>
/// A late evaluation still dates such a change by its rule, not by the evaluation: the verdicts at an instant must not depend on how busy
/// the server was. Times have millisecond resolution, so an instant "more than five minutes later" is five minutes and one millisecond
/// later.
/// </remarks>
public static class VerdictTurns
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(1);

    /// <summary>
    /// The first instant after <see cref="ComplianceCase.Now"/> at which the verdict or a control may differ without a new report;
    /// <see langword="null"/> when there is none.
    /// </summary>
    public static DateTimeOffset? After(ComplianceCase given) => Earlier(Stale(given), Other(given));

    /// <summary>The same without staleness, which moves with every check-in.</summary>
    public static DateTimeOffset? Other(ComplianceCase given) =>
        Earlier(
            BuiltInControls.Turn(given),
            Earlier(Later(given, FarInstant.After(given.State?.Repaired, given.RepairedFor + Tick)), Later(given, given.Exception?.Until))
        );

    /// <summary>The judgements since an instant, oldest first: one for each turn that has passed, and the present one.</summary>
    /// <param name="given">The present case.</param>
    /// <param name="unchangedSince">
    /// Since when everything but the time is as in <paramref name="given"/>; <see langword="null"/> when something has just changed.
    /// </param>
    /// <returns>Each with the instant from which it is valid. The last may be equal to the previous one.</returns>
    public static IReadOnlyList<(DateTimeOffset From, Judgement Judged)> Since(ComplianceCase given, DateTimeOffset? unchangedSince)
    {
        var judged = new List<(DateTimeOffset, Judgement)>();
        var then = unchangedSince is { } since && since < given.Now ? given with { Now = since } : given;
        while (After(then) is { } turn && turn <= given.Now)
        {
            then = given with { Now = turn };
            judged.Add((turn, ComplianceEvaluator.Evaluate(then)));
        }
        judged.Add((given.Now, ComplianceEvaluator.Evaluate(given)));
        return judged;
    }

    private static DateTimeOffset? Stale(ComplianceCase given) =>
        given.CheckedInAt is { } seen ? Later(given, ComplianceEvaluator.Audible(given, seen) + given.StaleAfter + Tick) : null;

    private static DateTimeOffset? Later(ComplianceCase given, DateTimeOffset? at) => at > given.Now ? at : null;

    private static DateTimeOffset? Earlier(DateTimeOffset? one, DateTimeOffset? other) => one is null || other < one ? other ?? one : one;
}
