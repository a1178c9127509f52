using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic;

/// <summary>First flights of the fleet, day by day.</summary>
/// <param name="Hosts">Hosts of the fleet that the caller may see.</param>
/// <param name="Read">Hosts whose reports were read: all, or a sample of many.</param>
/// <param name="Days">In their order; a day without reports is not among them.</param>
public sealed record TrafficTrend(int Hosts, int Read, IReadOnlyList<TrafficDay> Days);

/// <summary>One day, UTC.</summary>
/// <param name="DaysAgo">0 for today.</param>
/// <param name="Judged">Connections whose first flight could be judged.</param>
/// <param name="Lost">Those of them that lost something in it.</param>
/// <param name="Fetch">Fetch times by size and distance.</param>
public sealed record TrafficDay(int DaysAgo, long Judged, long Lost, IReadOnlyList<FetchTimes> Fetch);
