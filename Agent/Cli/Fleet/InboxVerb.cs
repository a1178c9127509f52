using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>What waits for the owner of the token.</summary>
internal static class InboxVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "inbox", "Approvals, failures and deadlines that wait for you")
        {
            Details =
                "Only what the owner of the token can deal with is listed. Of hosts, that is only those which cannot become compliant by "
                + "themselves: 'iwtune fleet standing' also counts silent and drifted ones. Exits 0 whether something waits or not.",
        };
        verb.Shows(context, _ => FleetPaths.Inbox, () => InboxJson.Default.FleetInbox, inbox => Print(context.Terminal, inbox));
        return verb;
    }

    private static void Print(Terminal terminal, FleetInbox inbox)
    {
        if (inbox.Items.Count == 0)
        {
            terminal.Remark("Nothing waits for you. 'iwtune fleet standing' counts silent and drifted hosts.");
            return;
        }
        var table = new Table(("KIND", Align.Left), ("TIME", Align.Left), ("WHAT", Align.Left), ("PAGE", Align.Left));
        foreach (var item in inbox.Items)
            table.Add(
                new Cell(item.Kind, item.Urgency == WaitingUrgency.Failed ? Ink.Bad : Ink.Attention),
                item.At is { } at ? FleetText.Time(at) : "-",
                item.Text,
                item.Page
            );
        table.Write(terminal);
    }
}
