using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>The webhooks as a table.</summary>
internal static class WebhooksListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Webhooks, their event kinds, and waiting and failed deliveries");
        verb.Shows(
            context,
            _ => FleetPaths.Webhooks,
            () => WebhookJson.Default.IReadOnlyListWebhookSummary,
            list => Print(context.Terminal, list)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<WebhookSummary> list)
    {
        if (list.Count == 0)
        {
            terminal.Out.WriteLine("No webhooks yet. 'iwtune fleet webhooks add' adds one.");
            return;
        }
        var table = new Table(
            ("NAME", Align.Left),
            ("RECEIVER", Align.Left),
            ("EVENTS", Align.Left),
            ("HOSTS", Align.Left),
            ("FORMAT", Align.Left),
            ("STATE", Align.Left),
            ("WAITING", Align.Right),
            ("GIVEN UP", Align.Right),
            ("LAST TAKEN", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var one in list)
            table.Add(
                one.Name,
                one.Receiver,
                string.Join(",", one.Kinds),
                one.Selector.Length > 0 ? one.Selector : new Cell("all", Ink.Quiet),
                one.Format.ToString().ToLowerInvariant(),
                State(one),
                FleetText.Number((int)one.Waiting),
                one.Dead > 0 ? new Cell(FleetText.Number((int)one.Dead).Text, Ink.Bad) : FleetText.Number(0),
                one.Delivered is { } at ? FleetText.Time(at) : new Cell("never", Ink.Quiet),
                one.Id
            );
        table.Write(terminal);
        foreach (var one in list)
            if (one.Problem.Length > 0)
                terminal.Out.WriteLine($"{one.Name}: {one.Problem}");
    }

    private static Cell State(WebhookSummary one) =>
        one switch
        {
            { State: WebhookState.Gone } => new Cell("gone", Ink.Bad),
            { State: WebhookState.Unreadable } => new Cell("unreadable", Ink.Bad),
            { Problem.Length: > 0 } => new Cell("failing", Ink.Attention),
            _ => new Cell("active", Ink.Good),
        };
}
