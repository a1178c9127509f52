using IwTune.Lab.Reproducing.Benchmarks;

namespace IwTune.Lab.Reproducing;

/// <summary>Every benchmark, A/A first: the difference of two equal arms is known before anything is compared.</summary>
internal static class Catalogue
{
    public static IReadOnlyList<Cell> Cells { get; } =
    [
        .. SameArms.Cells(),
        .. SeedA.Cells(),
        .. SeedB.Cells(),
        .. SeedC.Cells(),
        .. SeedD.Cells(),
        .. SeedE.Cells(),
        .. Rfc6928.Cells(),
        .. LatencyLimited.Cells(),
        .. RateLimited.Cells(),
        .. ShallowBuffers.Cells(),
        .. Overflow.Cells(),
        .. AfterIdle.Cells(),
        .. MetricsCache.Cells(),
        .. LossPositions.Cells(),
        .. PeerWindow.Cells(),
        .. Writes.Cells(),
        .. Mobile.Cells(),
        .. Claims.Cells(),
    ];

    /// <summary>Their names, in order.</summary>
    public static IReadOnlyList<string> Benchmarks { get; } = [.. Cells.Select(cell => cell.Benchmark).Distinct(StringComparer.Ordinal)];

    /// <summary>The heading of a benchmark in the report.</summary>
    public static string Title(string benchmark) =>
        benchmark switch
        {
            "aa" => "Two identical arms (A/A)",
            "seed-a" => "The proposal of ten segments: three paths, two sizes",
            "seed-b" => "17 kB at 50 ms",
            "seed-c" => "Tuning slides: rounds to a full window",
            "seed-d" => "CDN Planet: 13,516 B halved, 6 kB at 200 ms",
            "seed-e" => "Table of bytes, and 34 kB over a long path",
            "rfc6928" => "RFC 6928's table of round trips, with a window that doubles",
            "latency" => "Latency-limited fetches, 100 ms",
            "rate" => "A narrow link with a deep queue",
            "shallow" => "A narrow link with a short queue",
            "overflow" => "Overflow of the first flight",
            "idle" => "Slow start after idle",
            "metrics" => "Cached metrics of a peer",
            "loss" => "Cost of a lost packet by position",
            "rwnd" => "The peer's window: 44 segments",
            "writes" => "One write, writev or sendfile",
            "mobile" => "A path like 3G",
            "claims" => "Claims that do not hold",
            _ => benchmark,
        };
}
