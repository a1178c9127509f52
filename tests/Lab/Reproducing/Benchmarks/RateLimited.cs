namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>A narrow link with a deep queue. A window larger than the path's capacity gives no gain.</summary>
internal static class RateLimited
{
    private static readonly (double Megabits, long Bytes, int Window, double? Milliseconds)[] Measured =
    [
        (2, 13_516, 3, 315.2),
        (2, 13_516, 10, 156.6),
        (2, 50_000, 3, 500.5),
        (2, 50_000, 10, 353.9),
        (2, 50_000, 20, 307.7),
        (2, 50_000, 32, 307.9),
        (2, 50_000, 44, 307.9),
        (2, 100_000, 3, 707.9),
        (2, 100_000, 10, 561.3),
        (2, 100_000, 20, 514.9),
        (10, 13_516, 3, 304.3),
        (10, 13_516, 10, 111.6),
    ];

    public static IEnumerable<Cell> Cells() =>
        Measured.Select(one =>
            new FetchPlan(new(100, one.Megabits * 1e6), one.Bytes, one.Window)
            {
                SourceValue = one.Milliseconds,
                Source = $"{one.Milliseconds} ms",
            }.ToCell(
                $"rate/{one.Megabits}Mbit/{one.Bytes}B/iw{one.Window}",
                isShort: one is { Megabits: 2, Bytes: 50_000, Window: 10 or 44 }
            )
        );
}
