namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>A default Linux peer announces 64,240 bytes: more than 44 segments never leave, and its initrwnd can only lower that.</summary>
internal static class PeerWindow
{
    private const long Bytes = 200_000;

    private static readonly (int Window, int? Receive, int Flight)[] Measured =
    [
        (32, null, 32),
        (44, null, 44),
        (64, null, 44),
        (100, null, 44),
        (100, 100, 44),
        (44, 20, 20),
    ];

    public static IEnumerable<Cell> Cells() =>
        Measured.Select(one => new Cell(
            $"rwnd/iw{one.Window}{(one.Receive is { } given ? $"/initrwnd{given}" : "")}",
            $"first flight with initcwnd {one.Window}{(one.Receive is { } set ? $", the peer's initrwnd {set}" : "")}",
            bench => Measure(bench, one.Window, one.Receive, one.Flight)
        )
        {
            Short = one is { Window: 100 },
        });

    private static Finding Measure(Bench bench, int window, int? receive, int flight)
    {
        bench.Prepare(new(50), window, receive);
        var series = bench.FetchApart(Bytes, times: 3);
        return new Finding
        {
            Source = $"{flight} segments",
            SourceValue = flight,
            Unit = "segments",
            Tolerance = 0,
            Reason = "full ones; what is left of the window may follow as a shorter one",
        }
            .With([.. series.Fetches.Select(fetch => (double)(bench.Of(fetch).FirstFlightBytes / bench.Setup.Mss))], series)
            .Judged();
    }
}
