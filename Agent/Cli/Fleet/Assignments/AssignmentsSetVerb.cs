using System.CommandLine;
using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Assignments;

/// <summary>Assigns a policy to hosts.</summary>
internal static class AssignmentsSetVerb
{
    public static Verb Create(CliContext context)
    {
        var policy = new Argument<string>("POLICY") { Description = "The policy" };
        var selector = new Option<string>("--selector")
        {
            Description = "Hosts: 'os:linux kernel:>=5.15 site:fra,ams -role:db label:edge', or * for all (docs/selectors.md)",
            HelpName = "SELECTOR",
            Required = true,
        };
        var priority = new Option<int>("--priority") { Description = "The highest wins; -1000..1000 [default: 0]", HelpName = "N" };
        var reason = new Option<string>("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };
        var confirm = HostNumber.Option();
        var verb = new Verb(VerbGroup.Fleet, "set", "Assign a policy to hosts")
        {
            Examples = [("iwtune fleet assignments set edge --selector 'role:edge os:linux' --priority 10", "hosts that match both")],
        };
        verb.Add(policy);
        verb.Add(selector);
        verb.Add(priority);
        verb.Add(reason);
        verb.Add(confirm);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var why = parsed.Why(reason, "assigned");
                var request = new AssignRequest(
                    parsed.GetRequiredValue(selector),
                    parsed.GetRequiredValue(policy),
                    parsed.GetValue(priority),
                    why
                );
                var made = await HostNumber.AskedAsync(
                    context.Terminal,
                    parsed.GetValue(confirm),
                    number =>
                        fleet.PostAsync(
                            FleetPaths.Assignments,
                            request with
                            {
                                Confirm = number,
                            },
                            PoliciesJson.Default.AssignRequest,
                            PoliciesJson.Default.AssignmentSummary,
                            ct
                        )
                );
                foreach (var warning in made.Warnings)
                    context.Terminal.Error.WriteLine($"warning: {warning}.");
                context.Terminal.Out.WriteLine(
                    $"'{made.Selector}' follows {made.Policy}: matches {made.Matched}, wins for {made.Decides}. "
                        + (
                            made.Replaced is { } before
                                ? $"It had priority {before} before; the same command with '--priority {before}' undoes it."
                                : $"'iwtune fleet assignments remove {made.Id}' undoes it."
                        )
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
