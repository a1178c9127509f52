using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>The expected result of a window for the connections of one class of round-trip times.</summary>
/// <param name="Class">Which round-trip times, and how many connections had them.</param>
/// <param name="Figures">
/// <see langword="null"/> with fewer than <see cref="Recommender.LeastConnections"/> connections: they say nothing.
/// </param>
public sealed record RoundTripOutcome(TrafficClass Class, RoundTripFigures? Figures);

/// <summary>
/// Against the window in force, with intervals of 95 % by resampling connections, as in <see cref="Recommendation"/>. Times are of
/// responses, ms; their intervals before and after are of the same connections, so that they may overlap although each response is faster.
/// </summary>
/// <param name="RoundsSaved">Rounds that a response saves on average; below zero when it needs more.</param>
/// <param name="P50Before">Median with the window in force.</param>
/// <param name="P50After">Median with the other window.</param>
/// <param name="P90Before">90th percentile with the window in force.</param>
/// <param name="P90After">90th percentile with the other window.</param>
/// <param name="RiskShareNow">Share of responses whose first flights overflow the buffer with the window in force, 0 to 1.</param>
/// <param name="RiskShare">The same with the other window.</param>
public sealed record RoundTripFigures(
    Interval RoundsSaved,
    Interval P50Before,
    Interval P50After,
    Interval P90Before,
    Interval P90After,
    double RiskShareNow,
    double RiskShare
);
