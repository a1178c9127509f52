namespace IwTune.Agent.Engine.Flights;

/// <summary>
/// A sender that gets no acknowledgement probes the end of its flight with one more segment, which its window need not permit (RFC 8985
/// section 7.2, 7.3). Where it sends itself, such a segment is no part of the flight.
/// </summary>
internal static class TailLossProbe
{
    /// <summary>How long after the last segment it comes at the earliest, in the unit of the round trip.</summary>
    public static long Earliest(long roundTrip) => 2 * roundTrip;
}
