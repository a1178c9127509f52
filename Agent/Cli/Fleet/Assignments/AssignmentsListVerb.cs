using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Assignments;

/// <summary>The assignments as a table, in the order in which they win.</summary>
internal static class AssignmentsListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Every assignment, with the hosts it matches and decides");
        verb.Shows(
            context,
            _ => FleetPaths.Assignments,
            () => PoliciesJson.Default.IReadOnlyListAssignmentSummary,
            assignments => Print(context.Terminal, assignments)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<AssignmentSummary> assignments)
    {
        var table = new Table(
            ("PRIORITY", Align.Right),
            ("SELECTOR", Align.Left),
            ("POLICY", Align.Left),
            ("MATCHES", Align.Right),
            ("WINS FOR", Align.Right),
            ("BY", Align.Left),
            ("REASON", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var row in assignments)
            table.Add(
                FleetText.Number(row.Priority),
                row.Selector,
                row.Policy,
                FleetText.Number(row.Matched),
                FleetText.Number(row.Decides),
                row.Author,
                row.Reason,
                row.Id
            );
        table.Write(terminal);
    }
}
