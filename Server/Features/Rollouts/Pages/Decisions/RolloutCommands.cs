using System.Globalization;
using System.Text;
using System.Text.Json;
using IwTune.Server.Console;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Decisions;

/// <summary>The command and the call that do what the form does.</summary>
internal static class RolloutCommands
{
    public static string Start(RolloutRequest request)
    {
        var line = new StringBuilder(
            $"iwtune fleet rollouts start {Commands.Quote(request.Policy)} --to {request.To} --reason "
                + $"{Commands.Quote(request.Reason.Length == 0 ? "…" : request.Reason)}"
        );
        var (rules, standard) = (request.Rules ?? new(), new RolloutRules());
        Add("--rings", RingText.Write(rules.Rings), RingText.Write(standard.Rings));
        Add("--bake", RingText.Time(rules.BakeSeconds), RingText.Time(standard.BakeSeconds));
        Add("--min-samples", $"{rules.MinSamples}", $"{standard.MinSamples}");
        Add("--max-rise", rules.MaxRise.ToString(CultureInfo.InvariantCulture), standard.MaxRise.ToString(CultureInfo.InvariantCulture));
        Add("--max-in-flight", $"{rules.MaxInFlight}", $"{standard.MaxInFlight}");
        Add("--max-failed", Failed(rules), Failed(standard));
        Add("--unreachable", RingText.Time(rules.UnreachableSeconds), RingText.Time(standard.UnreachableSeconds));
        Add("--alpha", rules.Alpha.ToString(CultureInfo.InvariantCulture), standard.Alpha.ToString(CultureInfo.InvariantCulture));
        Add("--on-failure", rules.OnFailure == GateFailure.Hold ? "hold" : "roll-back", "roll-back");
        foreach (var window in rules.Windows)
            Add("--window", window, "");
        if (request.Emergency)
            line.Append(" --emergency");
        if (request.Despite is { Length: > 0 } despite)
            line.Append($" --despite {Commands.Quote(despite)}");
        if (request.Confirm is { } confirm)
            line.Append(CultureInfo.InvariantCulture, $" --confirm {confirm}");
        return line.ToString();

        void Add(string option, string value, string usual)
        {
            if (value != usual)
                line.Append($" {option} {Commands.Quote(value)}");
        }
    }

    public static string StartCall(RolloutRequest request) =>
        Commands.Call(
            FleetPaths.Rollouts,
            $"--json {Commands.Quote(JsonSerializer.Serialize(request, RolloutJson.Default.RolloutRequest))}"
        );

    private static string Failed(RolloutRules rules) =>
        rules.MaxFailedPercent > 0
            ? string.Create(CultureInfo.InvariantCulture, $"{rules.MaxFailed},{rules.MaxFailedPercent:0.###}%")
            : $"{rules.MaxFailed}";
}
