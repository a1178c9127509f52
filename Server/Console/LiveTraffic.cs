using IwTune.Shared.Wire;

namespace IwTune.Server.Console;

/// <summary>What production connections over a target had, in words.</summary>
internal static class LiveTraffic
{
    /// <param name="evidence">Of the passive method.</param>
    public static string Sentence(Evidence evidence)
    {
        var facts = evidence.Passive!;
        var told = new List<string> { $"{facts.Closed:#,0} connections ended" };
        if (evidence.InitialCwnd is { } window)
            told.Add($"{facts.Windows.GetValueOrDefault(window):#,0} of {facts.Fresh:#,0} seen before they sent had a window of {window}");
        if (facts.FirstFlightOnly > 0)
            told.Add(
                $"{100.0 * facts.FirstFlightLoss / facts.FirstFlightOnly:0.#} % of {facts.FirstFlightOnly:#,0} first flights had losses"
            );
        if (facts.RttMedianMicroseconds is { } median && facts.RttP90Microseconds is { } p90)
            told.Add($"RTT {median / 1000.0:0.0} ms, 90th percentile {p90 / 1000.0:0.0} ms");
        if (facts.FinalCwndMedian is { } final)
            told.Add($"final window {final} segments");
        return $"Live traffic of {(evidence.At - facts.Since).TotalMinutes:0.#} min{(facts.Sampled ? ", a sample" : "")}: "
            + $"{string.Join("; ", told)}.";
    }
}
