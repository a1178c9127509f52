using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Approves exactly one plan.</summary>
internal static class RolloutsApproveVerb
{
    public static Verb Create(CliContext context)
    {
        var id = RolloutChoice.Argument();
        var hash = new Option<string>("--hash")
        {
            HelpName = "H",
            Description = "The plan's hash, as 'show' prints it; without it the plan is shown and you are asked",
        };
        var reason = new Option<string>("--reason") { HelpName = "TEXT", Description = "Reason for the approval" };
        var verb = new Verb(VerbGroup.Fleet, "approve", "Approve a plan, except your own")
        {
            Details =
                "The approval is for the plan with this hash. Other hosts or other rules make another plan, "
                + "which needs a new approval.",
            Examples = [("iwtune fleet rollouts approve edge --reason 'looked at the ring of fra'", "read the plan, then approve it")],
        };
        verb.Add(id);
        verb.Add(hash);
        verb.Add(reason);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var rollout = await RolloutChoice.FindAsync(fleet, parsed.GetRequiredValue(id), ct);
                if ((parsed.GetValue(hash) ?? await AskAsync(context, fleet, rollout, ct)) is not { } seen)
                    return ExitCode.Error;
                var yes = new ApproveRequest(seen, parsed.Why(reason, "approved"));
                var now = await fleet.PostAsync(
                    FleetPaths.RolloutApprove(rollout.Summary.Id),
                    yes,
                    RolloutJson.Default.ApproveRequest,
                    RolloutJson.Default.RolloutDetail,
                    ct
                );
                return context.Answer(
                    parsed,
                    now,
                    RolloutJson.Default.RolloutDetail,
                    $"Approved. {RolloutWords.Told(now.Summary)} 'iwtune fleet rollouts pause {now.Summary.Id}' stops it."
                );
            }
        );
        return verb;
    }

    /// <returns>The hash of the plan that was shown and approved; <see langword="null"/> when it was not approved.</returns>
    private static async Task<string?> AskAsync(CliContext context, FleetConnection fleet, RolloutDetail rollout, CancellationToken ct)
    {
        if (!context.Terminal.Interactive)
            throw new UsageException(
                $"--hash is missing: a script names the plan that it approves. 'iwtune fleet rollouts show {rollout.Summary.Id} --json' "
                    + "has it as planHash."
            );
        await PlanPage.WriteAsync(context.Terminal, fleet, rollout, ct);
        context.Terminal.Error.Write("\nApprove this plan? Type yes: ");
        if (string.Equals((await context.Terminal.In.ReadLineAsync(ct))?.Trim(), "yes", StringComparison.OrdinalIgnoreCase))
            return rollout.PlanHash;
        context.Terminal.Error.WriteLine("Not approved; nothing was changed.");
        return null;
    }
}
