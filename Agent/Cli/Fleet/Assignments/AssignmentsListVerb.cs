using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Assignments;

/// <summary>The assignments as a table, in the order in which they win.</summary>
internal static class AssignmentsListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Every assignment, with the hosts it matches and decides").Lists(
            context,
            _ => FleetPaths.Assignments,
            () => PoliciesJson.Default.IReadOnlyListAssignmentSummary,
            "No assignments. With a scope, those that name hosts outside it are not listed. "
                + "'iwtune fleet assignments set POLICY --selector SELECTOR' makes one.",
            [
                new("PRIORITY", row => FleetText.Number(row.Priority), Align.Right),
                new("SELECTOR", row => row.Selector),
                new("POLICY", row => row.Policy),
                new("MATCHES", row => FleetText.Number(row.Matched), Align.Right),
                new("WINS FOR", row => FleetText.Number(row.Decides), Align.Right),
                new("BY", row => Actors.Name(row.Author)),
                new("REASON", row => row.Reason),
                new("ID", row => row.Id),
            ]
        );
}
