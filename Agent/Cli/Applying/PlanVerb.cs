using System.CommandLine;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Cli.Applying;

/// <summary>What a policy would change on this host.</summary>
internal static class PlanVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "plan", "Show what a policy would change here; changes nothing")
        {
            Details = """
                Exits 0 when the host complies with the policy, as far as its scopes match something here.
                Exits 2 when there is something to change, or when a change is refused.
                Exits 3 when nothing of the policy can be set here: no scope matches, or this system does not support it.
                """,
            Examples = [("iwtune plan edge.yaml", "see it as a diff"), ("iwtune plan - --json < edge.yaml", "from a pipe, for programs")],
        };
        verb.Add(PolicyArgument.Required);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, AskedPolicy.Of(parsed.GetRequiredValue(PolicyArgument.Required)), ct));
        return verb;
    }

    /// <summary>Shows what the policy would change.</summary>
    public static async Task<int> RunAsync(CliContext context, ParseResult parsed, AskedPolicy policy, CancellationToken ct)
    {
        var host = context.Host(parsed.StateOf(), out var settings);
        var content = await policy.ReadAsync(context, host.Tuner, ct);
        var state = parsed.StateOf();
        var journal = JournalView.Of(state, context);
        var reconciler = Reconciler.Look(state, journal.Journal, host.Tuner, host.Probe, context.Time, settings);
        var plan = await reconciler.PlanOnlyAsync(content, ct);
        if (parsed.WantsJson())
        {
            context.Terminal.Out.WriteJson(PlanJson.Of(plan), AgentJson.Planned.PlannedHost);
        }
        else
        {
            PlanView.Write(context.Terminal, plan);
            context.Terminal.Say(PlanView.Summary(plan, policy.Command, context.Noun), hanging: 0);
        }
        journal.Tell(context.Terminal);
        ConfirmNotice.Tell(context, state);
        return ExitCode.Of(plan);
    }
}
