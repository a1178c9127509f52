using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>A person's commands to a rollout: five verbs with the same form.</summary>
internal static class RolloutsCommandVerbs
{
    private static readonly (RolloutAction Action, string Name, string Description, string Undo)[] All =
    [
        (RolloutAction.Pause, "pause", "Admit no more hosts until it is resumed", "'iwtune fleet rollouts resume {0}' goes on."),
        (
            RolloutAction.Resume,
            "resume",
            "Continue a paused rollout, or have a failed gate judged again; refused after shown harm to first flights",
            "'iwtune fleet rollouts pause {0}' stops it again."
        ),
        (
            RolloutAction.Promote,
            "promote",
            "Start the next ring although the gate has not passed; refused when the gate failed",
            "'iwtune fleet rollouts rollback {0}' restores the earlier content on all hosts."
        ),
        (
            RolloutAction.Abort,
            "abort",
            "End the rollout; hosts that have the revision keep it",
            "'iwtune fleet rollouts rollback {0}' restores the earlier content on them."
        ),
        (
            RolloutAction.RollBack,
            "rollback",
            "Roll back all hosts: a new revision with the earlier content",
            "The rollback is a new revision; a later rollout can replace it."
        ),
    ];

    public static IEnumerable<Verb> Create(CliContext context)
    {
        foreach (var (action, name, description, undo) in All)
            yield return Create(context, action, name, description, undo);
    }

    private static Verb Create(CliContext context, RolloutAction action, string name, string description, string undo)
    {
        var id = RolloutChoice.Argument();
        var reason = new Option<string>("--reason") { HelpName = "TEXT", Description = "Why; the audit log keeps it" };
        var confirm = new Option<int?>("--confirm")
        {
            HelpName = "N",
            Description = "Number of hosts it changes, when that is more than half of the fleet",
        };
        var verb = new Verb(VerbGroup.Fleet, name, description);
        verb.Add(id);
        verb.Add(reason);
        if (action == RolloutAction.RollBack)
            verb.Add(confirm);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var of = await RolloutChoice.IdAsync(fleet, parsed.GetRequiredValue(id), ct);
                var hosts = action == RolloutAction.RollBack ? parsed.GetValue(confirm) : null;
                var command = new RolloutCommand(action, parsed.Why(reason, name), hosts);
                var now = await fleet.PostAsync(
                    FleetPaths.RolloutCommand(of),
                    command,
                    RolloutJson.Default.RolloutCommand,
                    RolloutJson.Default.RolloutDetail,
                    ct
                );
                return context.Answer(
                    parsed,
                    now,
                    RolloutJson.Default.RolloutDetail,
                    now.Summary is { Admitted: 0, State: RolloutState.Aborted }
                        ? RolloutWords.Told(now.Summary)
                        : $"{RolloutWords.Told(now.Summary)} {string.Format(null, undo, of)}"
                );
            }
        );
        return verb;
    }
}
