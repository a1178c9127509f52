using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>17 kB at about 50 ms: from first to last byte, and in total.</summary>
internal static class SeedB
{
    private const long Bytes = 17_000;
    private static readonly int[] Windows = [2, 3, 10, 20];
    private static readonly Conditions Path = new(50);

    public static IEnumerable<Cell> Cells() =>
        [
            .. Windows.Select(window => new FetchPlan(Path, Bytes, window).ToCell($"seed-b/17kB/iw{window}", isShort: window == 2)),
            new(
                "seed-b/17kB/iw2/first-to-last",
                "17,000 B at 50 ms, IW 2: first to last byte",
                bench => FirstToLast(bench, 2, "about 170 ms, before")
            ),
            new(
                "seed-b/17kB/iw20/first-to-last",
                "17,000 B at 50 ms, IW 20: first to last byte",
                bench => FirstToLast(bench, 20, "single-digit ms, after")
            )
            {
                Short = true,
            },
        ];

    internal static Finding FirstToLast(Bench bench, int window, string source)
    {
        bench.Prepare(Path, window);
        var series = bench.Fetch(Bytes);
        var predicted = SlowStart.Predict(
            new()
            {
                SizeBytes = Bytes,
                Rtt = Path.Rtt,
                InitCwnd = window,
            }
        );
        var model = (predicted.Fetch - Path.Rtt).TotalMilliseconds;
        return new Finding
        {
            Source = source,
            Model = model,
            Unit = "ms",
            Tolerance = FetchPlan.Tolerance(predicted.Rounds, predicted.Fetch.TotalMilliseconds),
        }
            .With([.. series.Fetches.Select(fetch => (fetch.Transfer - fetch.FirstByte).TotalMilliseconds)], series)
            .Judged();
    }
}
