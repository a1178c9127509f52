using IwTune.Shared.Statistics;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>A/A: two equal arms. Their difference is the resolution of the laboratory.</summary>
/// <remarks>
/// No pair is left out, so a busy machine needs more of them: pairs are added until the interval of their difference is as narrow as the
/// tolerance. The width alone decides when to stop, never the difference.
/// </remarks>
internal static class SameArms
{
    private const double Allowed = 0.5;

    /// <summary>A series; at rest one is enough.</summary>
    private const int Pairs = 15;

    /// <summary>A machine that is never at rest ends here, with the resolution it has.</summary>
    private const int MostPairs = 8 * Pairs;

    public static IEnumerable<Cell> Cells() =>
        [new("aa/34kB/100ms", "two identical arms: 34,816 B at 100 ms, IW 10, alternating", Measure) { Short = true }];

    private static Finding Measure(Bench bench)
    {
        bench.Prepare(new(100), 10);
        var all = new List<Fetch>();
        var differences = new List<double>();
        Interval difference;
        do
        {
            var times = bench.FetchAll(34_816, 2 * Pairs).Fetches;
            all.AddRange(times);
            differences.AddRange(times.Chunk(2).Select(pair => Milliseconds(pair[1]) - Milliseconds(pair[0])));
            difference = HodgesLehmann.Paired(differences);
        } while (difference.High - difference.Low > 2 * Allowed && differences.Count < MostPairs);

        return new Finding
        {
            Source = "no difference",
            Model = 0,
            Unit = "ms",
            Tolerance = Allowed,
            Verdict = difference.Low > Allowed || difference.High < -Allowed ? Verdict.Fails : Verdict.Holds,
            Reason = $"paired differences, none left out; 95 % interval {difference.Low:0.00} to {difference.High:0.00} ms",
        }.With(differences, new(all, all));
    }

    private static double Milliseconds(Fetch fetch) => fetch.Transfer.TotalMilliseconds;
}
