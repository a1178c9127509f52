using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// The tuning slides: twelve round trips to a full window at 1 Gbit/s and 50 ms. Computed; no path of the laboratory is that fast.
/// </summary>
internal static class SeedC
{
    private const int Segment = 1460;

    /// <summary>The data of twelve rounds from two segments: 2 · (2¹² − 1) segments, 11.96 MB.</summary>
    private const long Bytes = 2 * 4095 * Segment;

    public static IEnumerable<Cell> Cells() =>
        [
            new(
                "seed-c/full-window/iw2",
                $"{Bytes:#,0} B at 50 ms, MSS 1460, IW 2: round trips",
                _ => Rounds(2, "12 round trips, about 10 MB", 12)
            )
            {
                Short = true,
            },
            new("seed-c/full-window/iw10", $"{Bytes:#,0} B at 50 ms, MSS 1460, IW 10: round trips", _ => Rounds(10, "", null)),
        ];

    private static Finding Rounds(int window, string source, double? rounds)
    {
        var model = SlowStart
            .Predict(
                new()
                {
                    SizeBytes = Bytes,
                    Rtt = TimeSpan.FromMilliseconds(50),
                    InitCwnd = window,
                    Mss = Segment,
                }
            )
            .Rounds;
        var simulated = SlowStartSimulator
            .Run(
                new()
                {
                    SizeBytes = Bytes,
                    Rtt = TimeSpan.FromMilliseconds(50),
                    InitCwnd = window,
                    Mss = Segment,
                }
            )
            .Rounds;
        return (
            Finding.Computed(simulated) with
            {
                Source = source,
                SourceValue = rounds,
                Model = model,
                Unit = "rounds",
                Tolerance = 0,
                Reason = "computed: closed form against event by event",
            }
        ).Judged();
    }
}
