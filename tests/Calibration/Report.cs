using System.Globalization;
using IwTune.Shared.Formatting;
using IwTune.Shared.Statistics;

namespace IwTune.Calibration;

/// <summary>Results as text.</summary>
internal static class Report
{
    public static void Write(TextWriter to, CalibrationResult result)
    {
        var scenario = result.Scenario;
        to.WriteLine(
            Invariant.Text(
                $"{result.Runs:N0} rollouts over {scenario.Hosts:N0} hosts: {scenario.Rings} rings of {scenario.Looks} looks with "
                    + $"a control group and a last one without; loss {Percent(scenario.Loss)}, burst CV {scenario.BurstCv:0.##}, alpha "
                    + $"{scenario.Alpha:0.###}"
            )
        );
        to.WriteLine(
            scenario.IsHarmless
                ? $"false stops       {Share(result.Stopped, result.StoppedShare)}, at most {Percent(scenario.Alpha)} accepted: "
                    + Verdict(result)
                : Invariant.Text(
                    $"missed harm       {Share(result.Runs - result.Stopped, result.MissedShare)}, losses times {scenario.Effect:0.##}"
                )
        );
        if (result.MedianSecondsToStop is { } seconds)
            to.WriteLine(Invariant.Text($"median to stop    {seconds / 60:0.#} min, with a slot of a minute"));
        if (result.WronglyPassed > 0)
            to.WriteLine(
                Invariant.Text(
                    $"wrongly excluded  {result.WronglyPassed} rollouts: a ring passed although the rise was larger than "
                        + $"{scenario.MaxRise:0.##} points"
                )
            );
        foreach (var (input, count) in result.Inputs.OrderByDescending(input => input.Value))
            to.WriteLine(Invariant.Text($"stopped by        {input}: {count}"));
    }

    /// <summary>One line of the grid.</summary>
    public static string Line(string name, CalibrationResult result) =>
        Invariant.Text(
            $"| {name} | {Percent(result.StoppedShare.Estimate)} "
                + $"({Percent(result.StoppedShare.Low)}–{Percent(result.StoppedShare.High)}) | "
        )
        + (
            result.Scenario.IsHarmless ? Verdict(result)
            : result.MedianSecondsToStop is { } seconds ? Invariant.Text($"{seconds / 60:0.#} min")
            : "–"
        )
        + " |";

    /// <summary>Few runs prove neither.</summary>
    private static string Verdict(CalibrationResult result) =>
        result.Holds ? "within alpha"
        : result.StoppedShare.Low > result.Scenario.Alpha ? "MORE THAN ACCEPTED"
        : "too few runs to say";

    private static string Share(int count, Interval share) =>
        Invariant.Text($"{Percent(share.Estimate)} ({count}; 95 % interval {Percent(share.Low)} to {Percent(share.High)})");

    private static string Percent(double share) => (share * 100).ToString("0.##", CultureInfo.InvariantCulture) + " %";
}
