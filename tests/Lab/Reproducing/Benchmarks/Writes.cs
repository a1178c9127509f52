namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// writev, sendfile or one write: a response of exactly ten full segments, head and body together, with a window of ten. A window counts
/// segments: a head that leaves as a segment of its own takes the place of a full one.
/// </summary>
internal static class Writes
{
    private const int Window = 10,
        Rtt = 100;

    private static readonly (Writing Way, string Name, string Words, int Segments)[] Ways =
    [
        (Writing.Once, "write", "one write", 10),
        (Writing.Gathered, "writev", "writev", 10),
        (Writing.HeadThenBody, "two-writes", "head and body in two writes", 11),
        (Writing.HeadThenBodyWithNagle, "two-writes-nagle", "head and body in two writes, with Nagle's algorithm", 11),
        (Writing.HeadThenFile, "sendfile", "head, then sendfile", 11),
        (Writing.CorkedHeadThenFile, "cork", "head, then sendfile, under TCP_CORK", 10),
    ];

    public static IEnumerable<Cell> Cells() =>
        Ways.Select(one => new Cell(
            $"writes/{one.Name}",
            $"14,480 B at {Rtt} ms, IW {Window}: {one.Words}",
            bench => Measure(bench, one.Way, one.Segments)
        )
        {
            Short = one.Way is Writing.Gathered or Writing.HeadThenFile,
        });

    private static Finding Measure(Bench bench, Writing way, int segments)
    {
        bench.Prepare(new(Rtt), Window);
        var series = bench.FetchWritten(Window * bench.Setup.Mss, way);
        var sent = (int)Series.Median(series.Fetches.Select(fetch => (double)bench.Of(fetch).Sent));
        var rounds = segments > Window ? 2 : 1;
        return new Finding
        {
            Source = "writev sends fewer and larger segments than sendfile",
            Model = rounds * Rtt,
            Unit = "ms",
            Tolerance = FetchPlan.Tolerance(rounds, rounds * Rtt),
            Reason = $"{sent} segments",
        }
            .With([.. series.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds)], series)
            .Judged(sent == segments ? null : $"{sent} segments instead of {segments}");
    }
}
