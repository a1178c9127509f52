using IwTune.Shared.Formatting;

namespace IwTune.Shared.Wire;

/// <summary>The production connections over a target in words, the same on the host and in the console.</summary>
public static class LiveTrafficText
{
    /// <summary>The facts as a sentence, without the target and the time.</summary>
    /// <param name="evidence">Of the passive method.</param>
    /// <exception cref="ArgumentException">It is evidence of another method.</exception>
    public static string Of(Evidence evidence)
    {
        var facts = evidence.Passive ?? throw new ArgumentException("Only passive evidence counts connections.", nameof(evidence));
        List<string> clauses =
        [
            Invariant.Text($"{facts.Closed:#,0} connections ended"),
            evidence.InitialCwnd is { } window
                ? Invariant.Text(
                    $"{facts.Windows.GetValueOrDefault(window):#,0} of {facts.Fresh:#,0} seen before they sent had a window of {window}"
                )
                : "none seen before it sent",
        ];
        if (facts.FirstFlightOnly > 0)
            clauses.Add(
                Invariant.Text(
                    $"{100.0 * facts.FirstFlightLoss / facts.FirstFlightOnly:0.#} % of {facts.FirstFlightOnly:#,0} first flights had losses"
                )
            );
        if (facts.RttMedianMicroseconds is { } median && facts.RttP90Microseconds is { } p90)
            clauses.Add(Invariant.Text($"RTT {median / 1000.0:0.0} ms, 90th percentile {p90 / 1000.0:0.0} ms"));
        if (facts.FinalCwndMedian is { } final)
            clauses.Add(Invariant.Text($"final window {final} segments"));
        var minutes = Invariant.Text($"{(evidence.At - facts.Since).TotalMinutes:0.#}");
        return $"Live traffic of {minutes} min{(facts.Sampled ? ", a sample" : "")}: {string.Join("; ", clauses)}.";
    }
}
