using System.CommandLine;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Exceptions;

/// <summary>The exceptions as a table.</summary>
internal static class ExceptionsListVerb
{
    public static Verb Create(CliContext context)
    {
        var all = new Option<bool>("--all") { Description = "Also those that are over" };
        var verb = new Verb(VerbGroup.Fleet, "list", "Exceptions: hosts, reasons and end dates");
        verb.Add(all);
        verb.Shows(
            context,
            parsed => parsed.GetValue(all) ? $"{FleetPaths.Exceptions}?all=true" : FleetPaths.Exceptions,
            () => ExceptionJson.Default.IReadOnlyListExceptionSummary,
            list => Print(context.Terminal, list)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<ExceptionSummary> list)
    {
        if (list.Count == 0)
        {
            terminal.Out.WriteLine("No exception is in force.");
            return;
        }
        var table = new Table(
            ("FOR", Align.Left),
            ("HOSTS", Align.Right),
            ("STATE", Align.Left),
            ("ENDS", Align.Left),
            ("REASON", Align.Left),
            ("TICKET", Align.Left),
            ("BY", Align.Left),
            ("APPROVED BY", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var one in list)
            table.Add(
                one.Host ?? one.Selector,
                FleetText.Number(one.Hosts),
                State(one.State),
                one.Ended is { } ended ? FleetText.Time(ended)
                    : one.Until is { } until ? FleetText.Time(until)
                    : new Cell("never", Ink.Attention),
                one.EndedBy.Length > 0 ? $"{one.Reason} (ended by {one.EndedBy})" : one.Reason,
                one.Ticket.Length > 0 ? one.Ticket : new Cell("-", Ink.Quiet),
                one.Author,
                one.ApprovedBy is { } approver ? approver : new Cell("-", Ink.Quiet),
                one.Id
            );
        table.Write(terminal);
    }

    private static Cell State(ExceptionState state) =>
        state switch
        {
            ExceptionState.EndsSoon => new Cell("ends soon", Ink.Attention),
            ExceptionState.Expired => new Cell("expired", Ink.Quiet),
            ExceptionState.Ended => new Cell("ended", Ink.Quiet),
            _ => new Cell("in force", Ink.Plain),
        };
}
