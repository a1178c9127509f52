using IwTune.Server.Console;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>The state of a fleet in one sentence.</summary>
internal static class FleetHealth
{
    /// <summary>Those that a person should look at. The others are as required, on their way, or differ with a reason.</summary>
    private static readonly Verdict[] Alarming = [Verdict.Error, Verdict.Drifted, Verdict.Stale];

    /// <summary>How many hosts need attention.</summary>
    public static int Attention(IReadOnlyDictionary<Verdict, int> hosts) => Alarming.Sum(verdict => hosts.GetValueOrDefault(verdict));

    /// <param name="hosts">Hosts by verdict; at least one host.</param>
    /// <param name="without">Those of the compliant ones to which no policy is assigned.</param>
    public static string Sentence(IReadOnlyDictionary<Verdict, int> hosts, int without)
    {
        var total = hosts.Values.Sum();
        var well = VerdictWords.Compliant(hosts);
        if (total == 1)
            return well == 1
                ? $"The only host {(without == 1 ? "has no policy" : "is compliant")}."
                : $"The verdict on the only host is {WordOf(hosts.Single(one => one.Value == 1).Key)}.";
        if (well == total)
            return $"All {Quantities.Count(total)} hosts are compliant{VerdictWords.WithoutPolicy(well, without)}.";
        var compliant =
            $"{Quantities.Count(well)} of {Quantities.Of(total, "host")} {(well == 1 ? "is" : "are")} compliant"
            + VerdictWords.WithoutPolicy(well, without);
        var attention = Attention(hosts);
        return attention == 0
            ? $"{compliant}; none of the others needs attention."
            : $"{compliant}; {Quantities.Count(attention)} {Need(hosts, attention)}.";
    }

    /// <returns>How many hosts need attention, by verdict, as a sentence; <see langword="null"/> when none does.</returns>
    public static string? AttentionSentence(IReadOnlyDictionary<Verdict, int> hosts) =>
        Attention(hosts) is > 0 and var attention ? $"{Quantities.Of(attention, "host")} {Need(hosts, attention)}." : null;

    private static string Need(IReadOnlyDictionary<Verdict, int> hosts, int attention)
    {
        var each = Alarming
            .Where(verdict => hosts.GetValueOrDefault(verdict) > 0)
            .Select(verdict => $"{Quantities.Count(hosts[verdict])} {WordOf(verdict)}");
        return $"{(attention == 1 ? "needs" : "need")} attention: {string.Join(", ", each)}";
    }

    private static string WordOf(Verdict verdict) => VerdictLook.Of(verdict).Word;
}
