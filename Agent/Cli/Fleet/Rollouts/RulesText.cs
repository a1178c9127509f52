using System.Globalization;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>The rules of a rollout, in one line.</summary>
internal static class RulesText
{
    public static string Of(RolloutDetail rollout) =>
        rollout.Summary.Emergency ? "all hosts at once, without gates, change windows and freezes" : Of(rollout.Rules);

    private static string Of(RolloutRules rules)
    {
        var parts = new List<string>
        {
            $"rings {RingText.Write(rules.Rings)}",
            $"each observed for {RingText.Time(rules.BakeSeconds)}",
            rules.MinSamples == 0
                ? "outcomes not judged"
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"at least {rules.MinSamples} connections, a rise above {rules.MaxRise:0.##} points excluded, alpha {rules.Alpha:0.###}"
                ),
            string.Create(
                CultureInfo.InvariantCulture,
                $"fails above "
                    + $"{RolloutText.Hosts(rules.MaxFailed)}"
                    + $"{(rules.MaxFailedPercent > 0 ? $" and {rules.MaxFailedPercent:0.##} %" : "")}, then "
                    + $"{(rules.OnFailure == GateFailure.Hold ? "holds" : "rolls back")}"
            ),
        };
        if (rules.MaxInFlight > 0)
            parts.Add($"at most {rules.MaxInFlight} in flight");
        if (rules.Windows.Count > 0)
            parts.Add($"only {string.Join(" or ", rules.Windows)}");
        return string.Join("; ", parts);
    }
}
