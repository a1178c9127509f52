namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>A/A: two equal arms. Their difference is the resolution of the laboratory.</summary>
internal static class SameArms
{
    private const double Allowed = 0.5;

    public static IEnumerable<Cell> Cells() =>
        [new("aa/34kB/100ms", "two identical arms: 34,816 B at 100 ms, IW 10, alternating", bench => Measure(bench, 15)) { Short = true }];

    private static Finding Measure(Bench bench, int pairs)
    {
        bench.Prepare(new(100), 10);
        var series = bench.FetchAll(34_816, 2 * pairs);
        var times = series.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds).ToList();
        var differences = Enumerable.Range(0, pairs).Select(pair => times[2 * pair + 1] - times[2 * pair]).ToList();
        return new Finding
        {
            Source = "no difference",
            Model = 0,
            Unit = "ms",
            Tolerance = Allowed,
            Reason = "paired differences, none left out",
        }
            .With(differences, series)
            .Judged();
    }
}
