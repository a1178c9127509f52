using IwTune.Shared.Statistics;

namespace IwTune.Calibration;

/// <summary>Many simulated rollouts of one scenario.</summary>
/// <param name="Scenario">Which.</param>
/// <param name="Runs">How many.</param>
/// <param name="Stopped">Those that a gate stopped.</param>
/// <param name="WronglyPassed">Those of which a gate excluded a rise of first-flight loss that was there.</param>
/// <param name="MedianSecondsToStop">Of those that were stopped; <see langword="null"/> when none was.</param>
/// <param name="Inputs">How often which input stopped them.</param>
internal sealed record CalibrationResult(
    Scenario Scenario,
    int Runs,
    int Stopped,
    int WronglyPassed,
    double? MedianSecondsToStop,
    IReadOnlyDictionary<string, int> Inputs
)
{
    /// <summary>The share that was stopped.</summary>
    public Interval StoppedShare => ExactProportion.Of(Stopped, Runs);

    /// <summary>The share that was not.</summary>
    public Interval MissedShare => ExactProportion.Of(Runs - Stopped, Runs);

    /// <summary>False stops of a harmless revision stay within the rollout's rate: the upper end of 95 % within 1.2 times it.</summary>
    public bool Holds => !Scenario.IsHarmless || StoppedShare.High <= 1.2 * Scenario.Alpha;

    /// <summary>Runs a scenario; the same seed gives the same result.</summary>
    public static CalibrationResult Of(Scenario scenario, int runs, ulong seed)
    {
        var results = new RolloutResult[runs];
        var seeds = new SeededRandom(seed);
        var each = new ulong[runs];
        for (var run = 0; run < runs; run++)
            each[run] = seeds.Next();
        Parallel.For(0, runs, run => results[run] = new SimulatedRollout(scenario, each[run]).Run());
        double[] times = [.. results.Where(result => result.StoppedAfter is not null).Select(result => (double)result.StoppedAfter!)];
        var rise = scenario.IsHarmless ? 0 : scenario.Loss * (scenario.Effect - 1) * 100;
        return new CalibrationResult(
            scenario,
            runs,
            times.Length,
            rise > scenario.MaxRise ? results.Count(result => result.Passed) : 0,
            times.Length == 0 ? null : Quantiles.Median(times),
            results
                .Where(result => result.Input.Length > 0)
                .GroupBy(result => result.Input, StringComparer.Ordinal)
                .ToDictionary(input => input.Key, input => input.Count(), StringComparer.Ordinal)
        );
    }
}
