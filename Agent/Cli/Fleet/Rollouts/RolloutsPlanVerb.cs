using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Previews a rollout; nothing is stored.</summary>
internal static class RolloutsPlanVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(
            VerbGroup.Fleet,
            "plan",
            "What a rollout would do: rings with their hosts, windows before and after, which hosts are left out"
        )
        {
            Details = "Takes the same options as 'start' and stores nothing.",
            Examples = [("iwtune fleet rollouts plan edge --to 4 --rings canary=label:canary,5%,100%", "check the plan before you start")],
        };
        var options = new RolloutOptions(verb);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            parsed => options.Read(parsed, "a plan to look at"),
            async (fleet, request, parsed, ct) =>
            {
                var plan = await fleet.PostAsync(
                    FleetPaths.RolloutPlan,
                    request,
                    RolloutJson.Default.RolloutRequest,
                    RolloutJson.Default.RolloutDetail,
                    ct
                );
                return await context.AnswerAsync(
                    parsed,
                    plan,
                    RolloutJson.Default.RolloutDetail,
                    async () =>
                    {
                        await PlanPage.WriteAsync(context.Terminal, fleet, plan, ct);
                        context.Terminal.Out.WriteLine();
                        context.Terminal.Say(plan.Summary.Sentence, hanging: 0);
                    }
                );
            }
        );
        return verb;
    }
}
