using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Plans a rollout, which then waits for its approval.</summary>
internal static class RolloutsStartVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "start", "Plan a rollout; delivery starts after a second person approves it")
        {
            Details = """
                Rings are reached in order; each is a number of hosts, a share of all of them, or a selector. 'x4' alone is one host, 1 %,
                and four times the ring before until everyone has it. A ring's gate passes when too few failed and its outcomes are not
                worse than those of hosts without the revision; without enough evidence it holds.
                """,
            Examples =
            [
                ("iwtune fleet rollouts start edge --to 4 --reason CHG-7", "one host, 1 %, 5 %, 25 %, everyone"),
                ("iwtune fleet rollouts start edge --to 4 --reason CHG-7 --rings canary=label:canary,site:fra@1h,100%", "by label"),
                (
                    "iwtune fleet rollouts start edge --to 4 --reason CHG-7 --window 'mon-fri 09:00-16:30 Europe/Berlin'",
                    "only in working hours"
                ),
            ],
        };
        var options = new RolloutOptions(verb);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            parsed => options.Read(parsed, FleetActions.By("planned")),
            async (fleet, request, parsed, ct) =>
            {
                var made = await fleet.PostAsync(
                    FleetPaths.Rollouts,
                    request,
                    RolloutJson.Default.RolloutRequest,
                    RolloutJson.Default.RolloutDetail,
                    ct
                );
                return await context.AnswerAsync(
                    parsed,
                    made,
                    RolloutJson.Default.RolloutDetail,
                    () => PrintAsync(context.Terminal, fleet, made, ct)
                );
            }
        );
        return verb;
    }

    private static async Task PrintAsync(Terminal terminal, FleetConnection fleet, RolloutDetail made, CancellationToken ct)
    {
        await PlanPage.WriteAsync(terminal, fleet, made, ct);
        terminal.Out.WriteLine();
        terminal.Say($"Planned as {made.Summary.Id}. {made.Summary.Sentence}", hanging: 0);
        var people = made.Needed == 1 ? "A second person approves" : $"{made.Needed} other people approve";
        var approve = made.Needed > 0 ? $"{people} it: 'iwtune fleet rollouts approve {made.Summary.Id} --hash {made.PlanHash}'. " : "";
        terminal.Say($"{approve}'iwtune fleet rollouts abort {made.Summary.Id}' cancels it.", hanging: 0);
    }
}
