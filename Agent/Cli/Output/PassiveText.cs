using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>The production connections over a target, as a sentence.</summary>
internal static class PassiveText
{
    /// <param name="evidence">Of the passive method.</param>
    public static string Of(Evidence evidence)
    {
        var facts = evidence.Passive!;
        List<string> told =
        [
            string.Create(CultureInfo.InvariantCulture, $"{facts.Closed:#,0} connections ended"),
            evidence.InitialCwnd is { } window
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"{facts.Windows.GetValueOrDefault(window):#,0} of {facts.Fresh:#,0} seen before they sent had a window of {window}"
                )
                : "none seen before it sent",
        ];
        if (facts.FirstFlightOnly > 0)
            told.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{100.0 * facts.FirstFlightLoss / facts.FirstFlightOnly:0.#} % of {facts.FirstFlightOnly:#,0} first flights had losses"
                )
            );
        if (facts.RttMedianMicroseconds is { } median && facts.RttP90Microseconds is { } p90)
            told.Add(string.Create(CultureInfo.InvariantCulture, $"RTT {median / 1000.0:0.0} ms, p90 {p90 / 1000.0:0.0} ms"));
        var sampled = facts.Sampled ? " (a sample)" : "";
        return $"live traffic over {evidence.TargetId}, {(evidence.At - facts.Since).TotalMinutes:0.#} min to "
            + $"{evidence.At:HH:mm}Z{sampled}: {string.Join("; ", told)}";
    }
}
