namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>100 ms, no narrow link, request to last byte.</summary>
internal static class LatencyLimited
{
    private static readonly long[] Sizes = [10_000, 13_516, 34_816, 50_000, 100_000, 300_000];

    private static readonly (int Window, double[] Milliseconds)[] Measured =
    [
        (2, [301.1, 301.3, 401.3, 502.6, 603.6, 705.4]),
        (3, [200.9, 301.3, 401.8, 401.8, 502.4, 704.5]),
        (4, [200.7, 200.8, 301.4, 401.9, 502.2, 604.2]),
        (10, [100.5, 100.7, 201.1, 301.6, 301.8, 506.6]),
        (20, [100.7, 100.5, 201.4, 201.3, 302.2, 405.4]),
        (32, [100.6, 100.6, 100.8, 201.3, 201.7, 404.7]),
    ];

    public static IEnumerable<Cell> Cells() =>
        [
            .. from row in Measured
            from column in Sizes.Index()
            select Cell(row.Window, column.Item, row.Milliseconds[column.Index], "cubic"),
            // Reno is the same within 0.2 %: nothing has been lost yet.
            Cell(3, 34_816, 401.8, "reno"),
            Cell(10, 34_816, 201.1, "reno"),
            Cell(10, 100_000, 301.8, "reno"),
        ];

    private static Cell Cell(int window, long bytes, double milliseconds, string control) =>
        new FetchPlan(new(100), bytes, window)
        {
            Control = control,
            SourceValue = milliseconds,
            Source = $"{milliseconds} ms",
            NotJudged =
                bytes == 300_000 && window >= 32
                    ? "the receiver's window binds: its growth from 64 kB takes a round that the closed form does not know"
                    : null,
        }.ToCell(
            $"latency/{bytes}B/iw{window}{(control == "cubic" ? "" : "/" + control)}",
            isShort: bytes == 34_816 && (control == "reno" ? window == 3 : window == 10)
        );
}
