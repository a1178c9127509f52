using System.Globalization;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>Everything that is wrong with the rules of a rollout, each with its place, value and rule.</summary>
internal static class RuleProblems
{
    public const int MaxRings = 16;
    private const int MaxSeconds = 30 * 86_400,
        MaxName = 60,
        MaxWindows = 16;

    public static IReadOnlyList<PolicyProblem> Of(RolloutRules rules)
    {
        var problems = new List<PolicyProblem>();
        Range("rules.bakeSeconds", rules.BakeSeconds, 0, MaxSeconds);
        Range("rules.minSamples", rules.MinSamples, 0, 10_000_000);
        Range("rules.maxRise", rules.MaxRise, 0.05, 50);
        Range("rules.maxInFlight", rules.MaxInFlight, 0, 10_000_000);
        Range("rules.maxFailed", rules.MaxFailed, 0, 10_000_000);
        Range("rules.maxFailedPercent", rules.MaxFailedPercent, 0, 100);
        Range("rules.unreachableSeconds", rules.UnreachableSeconds, 1, MaxSeconds);
        Range("rules.alpha", rules.Alpha, 0.001, 0.2);
        Range("rules.driftPercent", rules.DriftPercent, 0, 100);
        if (!Enum.IsDefined(rules.OnFailure))
            Add("rules.onFailure", $"{rules.OnFailure}", "is RollBack or Hold");
        foreach (var (window, i) in (rules.Windows ?? []).Select((window, i) => (window, i)))
            if (ChangeWindow.Parse(window) is { Window: null, Problem: var problem })
                Add($"rules.windows[{i}]", window, problem);
        if (rules.Windows is null || rules.Windows.Count > MaxWindows)
            Add("rules.windows", null, $"is a list of at most {MaxWindows}");
        Rings(rules.Rings ?? []);
        return problems;

        void Rings(IReadOnlyList<RingRule> rings)
        {
            if (rings.Count is 0 or > MaxRings)
                Add("rules.rings", $"{rings.Count}", $"has 1 to {MaxRings} rings");
            var (hosts, percent) = (0, 0.0);
            for (var i = 0; i < rings.Count; i++)
            {
                var (ring, path) = (rings[i], $"rules.rings[{i}]");
                if (ring is null)
                {
                    Add(path, null, "may not be null");
                    continue;
                }
                var set = (ring.Hosts is null ? 0 : 1) + (ring.Percent is null ? 0 : 1) + (ring.Selector is null ? 0 : 1);
                if (set != 1)
                    Add(path, null, $"has exactly one of hosts, percent and selector, and not {set} of them");
                if (ring.Name is { } name && (name.Length is 0 or > MaxName || !ShownText.IsPlain(name)))
                    Add($"{path}.name", name, $"has 1 to {MaxName} printable characters");
                if (ring.BakeSeconds is { } bake)
                    Range($"{path}.bakeSeconds", bake, 0, MaxSeconds);
                if (ring.Hosts is { } count && count <= hosts)
                    Add(
                        $"{path}.hosts",
                        $"{count}",
                        hosts == 0 ? "is at least 1" : $"counts from the first ring on, so it is more than the {hosts} of the ring before"
                    );
                if (ring.Percent is { } share && (double.IsNaN(share) || share <= percent || share > 100))
                    Add(
                        $"{path}.percent",
                        share.ToString(CultureInfo.InvariantCulture),
                        percent == 0
                            ? "is above 0 and at most 100"
                            : $"counts from the first ring on, so it is more than the {percent.ToString(CultureInfo.InvariantCulture)} "
                                + "of the ring before, and at most 100"
                    );
                if (ring.Selector is { } text)
                    foreach (var wrong in Selector.Parse(text).Problems)
                        problems.Add(wrong.At($"{path}.selector"));
                (hosts, percent) = (Math.Max(hosts, ring.Hosts ?? 0), Math.Max(percent, ring.Percent ?? 0));
            }
            if (rings.Count > 0 && rings[^1] is { } last && last.Percent is not 100 && last.Selector?.Trim() != "*")
                Add(
                    $"rules.rings[{rings.Count - 1}]",
                    last.Selector ?? $"{last.Hosts}{last.Percent}",
                    "is the last ring, which must reach all hosts: percent 100"
                );
        }

        void Range(string path, double value, double least, double most)
        {
            if (!(value >= least && value <= most))
                Add(
                    path,
                    value.ToString(CultureInfo.InvariantCulture),
                    string.Create(CultureInfo.InvariantCulture, $"is between {least} and {most}")
                );
        }

        void Add(string path, string? value, string rule) => problems.Add(new(path, value, rule, 0, 0));
    }
}
