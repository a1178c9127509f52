using System.Globalization;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Shared.Rollouts;

/// <summary>Rules under a name, for people who do not choose each of them.</summary>
/// <param name="Name">As an option takes it.</param>
/// <param name="Use">When to choose it, a phrase.</param>
/// <param name="Rules">Without change windows.</param>
public sealed record RolloutPreset(string Name, string Use, RolloutRules Rules)
{
    /// <summary>From the most careful to the fastest.</summary>
    public static IReadOnlyList<RolloutPreset> All { get; } =
    [
        new(
            "cautious",
            "for a larger window, or links with small buffers",
            new()
            {
                Rings =
                [
                    new() { Hosts = 1 },
                    new() { Percent = 1 },
                    new() { Percent = 5 },
                    new() { Percent = 10 },
                    new() { Percent = 25 },
                    new() { Percent = 50 },
                    new() { Percent = 100 },
                ],
                BakeSeconds = 3600,
                MinSamples = 1000,
                MaxRise = 1,
            }
        ),
        new("standard", "for most changes", new()),
        new(
            "fast",
            "for a smaller window, or a revision that other hosts have already",
            new()
            {
                Rings = [new() { Percent = 1 }, new() { Percent = 25 }, new() { Percent = 100 }],
                BakeSeconds = 300,
                MaxRise = 3,
            }
        ),
    ];

    /// <returns><see langword="null"/> when there is none of that name.</returns>
    public static RolloutPreset? Find(string name) => All.FirstOrDefault(preset => preset.Name == name);

    /// <summary>What rules mean, as sentences.</summary>
    /// <param name="rules">Valid ones.</param>
    public static string Sentences(RolloutRules rules)
    {
        var rings = rules.Rings.Select(Words).ToList();
        var order = rings.Count == 1 ? $"{rings[0]} at once" : $"{string.Join(", ", rings.SkipLast(1))} and {rings[^1]}";
        var points = rules.MaxRise == 1 ? "1 point" : $"{Number(rules.MaxRise)} points";
        var judged =
            rules.MinSamples == 0
                ? "First-flight loss is not judged"
                : $"A ring passes when first-flight loss did not rise by more than {points}, judged by at least "
                    + $"{rules.MinSamples.ToString("N0", CultureInfo.InvariantCulture)} connections";
        var failed = rules.OnFailure == GateFailure.Hold ? "holds the rollout" : "rolls it back";
        return $"{order}; each ring is observed for {Time(rules.BakeSeconds)}. {judged}. A failed gate {failed}.";
    }

    private static string Words(RingRule ring) =>
        ring switch
        {
            { Hosts: 1 } => "1 host",
            { Hosts: { } hosts } => $"{hosts.ToString("N0", CultureInfo.InvariantCulture)} hosts",
            { Percent: >= 100 } => "all hosts",
            { Percent: { } percent } => $"{Number(percent)} %",
            _ => $"hosts of {ring.Selector}",
        };

    private static string Number(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    private static string Time(int seconds) =>
        seconds switch
        {
            > 0 when seconds % 86400 == 0 => Of(seconds / 86400, "day"),
            > 0 when seconds % 3600 == 0 => Of(seconds / 3600, "hour"),
            > 0 when seconds % 60 == 0 => Of(seconds / 60, "minute"),
            _ => Of(seconds, "second"),
        };

    private static string Of(int count, string unit) => $"{count} {unit}{(count == 1 ? "" : "s")}";
}
