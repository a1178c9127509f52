using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;

namespace IwTune.Shared.Fleet.Insight;

/// <summary>Windows recommended from merged traffic: the answer to <see cref="FleetPaths.Recommendations"/>.</summary>
/// <param name="Days">How many days back, today included.</param>
/// <param name="Recommendations">One for each policy or host and each kind of path with reported connections.</param>
public sealed record FleetRecommendations(int Days, IReadOnlyList<FleetRecommendation> Recommendations);

/// <summary>What is recommended for the connections of some hosts over one kind of path.</summary>
/// <param name="Name">The policy or the host; empty for a filter.</param>
/// <param name="Role">Towards the Internet, or on the operator's own paths: one average of both would fit neither.</param>
/// <param name="Hosts">How many hosts it is for.</param>
/// <param name="Read">How many of them had their reports read: all, or a sample of a large fleet.</param>
/// <param name="Telling">How many of those reported such connections in these days.</param>
/// <param name="Until">When the latest of them was reported.</param>
/// <param name="Recommendation">What to do, and why.</param>
public sealed record FleetRecommendation(
    string Name,
    PathRole Role,
    int Hosts,
    int Read,
    int Telling,
    DateTimeOffset Until,
    Recommendation Recommendation
)
{
    /// <summary>What the window asked about would do; <see langword="null"/> when none was, or it is below all of the sweep.</summary>
    public WindowOutcome? WhatIf { get; init; }
}

/// <summary>The expected result of one window by class of round-trip times.</summary>
/// <param name="Window">
/// Segments: the largest window of the sweep that is not above the one asked about. Its overall result is there.
/// </param>
/// <param name="Classes">The classes with connections, the nearest first.</param>
public sealed record WindowOutcome(int Window, IReadOnlyList<RoundTripOutcome> Classes);
