using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>One rollout with everything that decides it.</summary>
internal static class RolloutsShowVerb
{
    public static Verb Create(CliContext context)
    {
        var id = RolloutChoice.Argument();
        var verb = new Verb(VerbGroup.Fleet, "show", "One rollout: rings as lanes, gates with every input, approvals, events");
        verb.Add(id);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var rollout = await RolloutChoice.FindAsync(fleet, parsed.GetRequiredValue(id), ct);
                return context.Answer(
                    parsed,
                    rollout,
                    RolloutJson.Default.RolloutDetail,
                    () => RolloutPage.Write(context.Terminal, rollout)
                );
            }
        );
        return verb;
    }
}
