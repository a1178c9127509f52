using IwTune.Agent.Cli.Options;
using IwTune.Shared.Wire;

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
        verb.SetAction(
            (parsed, ct) =>
                FleetConnection.UseAsync(
                    context,
                    parsed,
                    async fleet =>
                    {
                        var rollout = await RolloutChoice.FindAsync(fleet, parsed.GetRequiredValue(id), ct);
                        if (parsed.WantsJson())
                            FleetJson.Write(context.Terminal.Out, rollout, RolloutJson.Default.RolloutDetail);
                        else
                            RolloutPage.Write(context.Terminal, rollout);
                        return ExitCode.Fine;
                    },
                    ct
                )
        );
        return verb;
    }
}
