using System.CommandLine;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Exceptions;

/// <summary>The exceptions as a table.</summary>
internal static class ExceptionsListVerb
{
    public static Verb Create(CliContext context)
    {
        var all = new Option<bool>("--all") { Description = "Include ended exceptions" };
        return new Verb(VerbGroup.Fleet, "list", "Exceptions: hosts, reasons and end dates") { all }.Lists(
            context,
            parsed => parsed.GetValue(all) ? $"{FleetPaths.Exceptions}?all=true" : FleetPaths.Exceptions,
            () => ExceptionJson.Default.IReadOnlyListExceptionSummary,
            "No exceptions. With a scope, those that name hosts outside it are not listed. 'iwtune fleet exceptions add' grants one.",
            [
                new("FOR", one => one.Host ?? one.Selector),
                new("HOSTS", one => FleetText.Number(one.Hosts), Align.Right),
                new("STATE", one => State(one.State)),
                new("ENDS", Ends),
                new("REASON", one => one.EndedBy.Length > 0 ? $"{one.Reason} (ended by {Actors.Name(one.EndedBy)})" : one.Reason),
                new("TICKET", one => one.Ticket.Length > 0 ? one.Ticket : new Cell("-", Ink.Quiet)),
                new("BY", one => Actors.Name(one.Author)),
                new("APPROVED BY", one => one.ApprovedBy is { } approver ? Actors.Name(approver) : new Cell("-", Ink.Quiet)),
                new("ID", one => one.Id),
            ]
        );
    }

    private static Cell Ends(ExceptionSummary one) =>
        (one.Ended ?? one.Until) is { } end ? FleetText.Time(end) : new Cell("never", Ink.Attention);

    private static Cell State(ExceptionState state) =>
        state switch
        {
            ExceptionState.EndsSoon => new Cell("ends soon", Ink.Attention),
            ExceptionState.Expired => new Cell("expired", Ink.Quiet),
            ExceptionState.Ended => new Cell("ended", Ink.Quiet),
            _ => new Cell("in force", Ink.Plain),
        };
}
