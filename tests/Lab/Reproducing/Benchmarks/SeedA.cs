namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>The blog that proposed ten segments: three paths of 7, 33 and 255 ms, 10 and 50 kB, before and after.</summary>
internal static class SeedA
{
    private static readonly (int Rtt, long Bytes, int Window, double? Milliseconds)[] Measured =
    [
        (7, 10_000, 3, 14.7),
        (7, 10_000, 10, 7.4),
        (7, 50_000, 3, null),
        (7, 50_000, 10, null),
        (33, 10_000, 3, 67.1),
        (33, 10_000, 10, 33.6),
        (33, 50_000, 3, 134.1),
        (33, 50_000, 10, 100.8),
        (255, 10_000, 3, 511),
        (255, 10_000, 10, 256),
        (255, 50_000, 3, 1022),
        (255, 50_000, 10, 767),
    ];

    public static IEnumerable<Cell> Cells() =>
        Measured.Select(one =>
            new FetchPlan(new(one.Rtt), one.Bytes, one.Window)
            {
                SourceValue = one.Milliseconds,
                Source = one.Milliseconds is { } ms ? $"{ms} ms" : "",
            }.ToCell($"seed-a/{one.Rtt}ms/{one.Bytes / 1000}kB/iw{one.Window}", isShort: one is { Rtt: 33, Bytes: 50_000 })
        );
}
