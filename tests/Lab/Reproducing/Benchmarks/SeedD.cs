namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>CDN Planet's tuning: 13,516 B halved at 100 ms, and the page of 6 kB at 200 ms; with the handshake.</summary>
internal static class SeedD
{
    public static IEnumerable<Cell> Cells() =>
        [
            From(13_516, 100, 3, 402),
            From(13_516, 100, 4, 301),
            From(13_516, 100, 10, 201, isShort: true),
            From(6_000, 200, 3, 600),
            From(6_000, 200, 10, 400),
        ];

    private static Cell From(long bytes, int rtt, int window, double milliseconds, bool isShort = false) =>
        new FetchPlan(new(rtt), bytes, window)
        {
            FromSyn = true,
            SourceValue = milliseconds,
            Source = $"{milliseconds} ms, {milliseconds / rtt:0} RTT",
        }.ToCell($"seed-d/{bytes}B/iw{window}", isShort);
}
