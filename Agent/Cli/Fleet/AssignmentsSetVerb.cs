using System.CommandLine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Assigns a policy to hosts.</summary>
internal static class AssignmentsSetVerb
{
    public static Verb Create(CliContext context)
    {
        var policy = new Argument<string>("POLICY") { Description = "The policy" };
        var selector = new Option<string>("--selector") { Description = "Whom: terms key:value, all of which must hold, or * for all", HelpName = "SELECTOR", Required = true };
        var priority = new Option<int>("--priority") { Description = "The highest wins; -1000..1000 [default: 0]", HelpName = "N" };
        var reason = new Option<string>("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };
        var verb = new Verb(VerbGroup.Fleet, "set", "Let hosts follow a policy")
        {
            Examples = [("iwtune fleet assignments set edge --selector 'role:edge os:linux' --priority 10", "hosts that match both")],
        };
        verb.Add(policy);
        verb.Add(selector);
        verb.Add(priority);
        verb.Add(reason);
        verb.SetAction((parsed, ct) => FleetConnection.UseAsync(
            context,
            parsed,
            async fleet =>
            {
                var why = parsed.GetValue(reason) ?? $"assigned by {Environment.UserName} on {Environment.MachineName}";
                var request = new AssignRequest(parsed.GetRequiredValue(selector), parsed.GetRequiredValue(policy), parsed.GetValue(priority), why);
                var made = await fleet.PostAsync(FleetPaths.Assignments, request, WireJson.Default.AssignRequest, WireJson.Default.AssignmentSummary, "", ct);
                context.Terminal.Out.WriteLine(
                    $"'{made.Selector}' follows {made.Policy}: matches {made.Matched}, wins for {made.Decides}. 'iwtune fleet assignments remove {made.Id}' undoes it.");
                return ExitCode.Fine;
            },
            ct));
        return verb;
    }
}
