using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Cli.Flights;

/// <summary>A capture in a few numbers.</summary>
/// <param name="Connections">Connections with a handshake or data in the capture.</param>
/// <param name="LeftOut">Connections beyond the number that is kept.</param>
/// <param name="InitialWindows">How often each initial window was measured.</param>
/// <param name="OnlyAtLeast">Connections whose data or receiver limited the first flight.</param>
/// <param name="Unknown">Connections whose first flight is not known.</param>
/// <param name="MedianRttMs">Median round-trip time of the handshakes.</param>
/// <param name="Packets">Packets of the capture.</param>
/// <param name="TcpPackets">Packets of TCP among them, those of other connections included.</param>
/// <param name="Remarks">What was not read, and why.</param>
internal sealed record FlightSummary(
    int Connections,
    long LeftOut,
    IReadOnlyList<MeasuredWindow> InitialWindows,
    int OnlyAtLeast,
    int Unknown,
    double? MedianRttMs,
    long Packets,
    long TcpPackets,
    IReadOnlyList<string> Remarks
)
{
    public static FlightSummary Of(CaptureAnalysis analysis, List<CapturedFlight> flights, string endsEarly)
    {
        var measured = flights.Where(flight => flight.Verdict.Limit == FlightLimit.InitialWindow).ToList();
        var unknown = flights.Count(flight => flight.Verdict.Segments is null);
        return new FlightSummary(
            flights.Count,
            analysis.LeftOut,
            [
                .. measured
                    .GroupBy(flight => flight.Verdict.Segments!.Value)
                    .OrderBy(of => of.Key)
                    .Select(of => new MeasuredWindow(of.Key, of.Count())),
            ],
            flights.Count - measured.Count - unknown,
            unknown,
            Median([.. flights.Select(flight => flight.Connection.Handshake.RoundTrip).OfType<long>().Order()]),
            analysis.Packets,
            analysis.Count(PacketKind.Tcp),
            [.. Remark(analysis, endsEarly)]
        );
    }

    private static double? Median(long[] ordered) =>
        ordered.Length == 0 ? null : Math.Round((ordered[(ordered.Length - 1) / 2] + ordered[ordered.Length / 2]) / 2e6, 3);

    private static IEnumerable<string> Remark(CaptureAnalysis analysis, string endsEarly)
    {
        if (endsEarly.Length > 0)
            yield return $"The capture was read only in part. {endsEarly}";
        if (analysis.LeftOut > 0)
            yield return $"{analysis.LeftOut:#,0} connections were left out: {CaptureAnalysis.Most:#,0} are kept. Use --host or --port.";
        foreach (var (link, count) in analysis.UnknownLinks)
            yield return $"{Counted(count)} of link type {link} cannot be read.";
        if (analysis.Count(PacketKind.CutShort) is > 0 and var cut)
            yield return $"{Counted(cut)} end before the end of the TCP header: capture at least 128 bytes of each.";
        if (analysis.Count(PacketKind.Fragment) is > 0 and var fragments)
            yield return $"{Counted(fragments)} are fragments of IP and were not counted.";
        if (analysis.Count(PacketKind.Malformed) is > 0 and var malformed)
            yield return $"{Counted(malformed)} have an impossible TCP header.";
        if (analysis.Untimed > 0)
            yield return $"{Counted(analysis.Untimed)} have no time; their connections cannot be measured.";
        if (analysis.Connections.Sum(one => one.Copies) is > 0 and var copies)
            yield return $"{Counted(copies)} were seen on more than one interface; the first interface of each direction counts. "
                + "Use --interface to read one of them.";
    }

    private static string Counted(long count) => count == 1 ? "1 packet" : $"{count:#,0} packets";
}

/// <summary>How many connections started with a window.</summary>
/// <param name="Segments">The initial window.</param>
/// <param name="Connections">Connections that started with it.</param>
internal sealed record MeasuredWindow(long Segments, int Connections);
