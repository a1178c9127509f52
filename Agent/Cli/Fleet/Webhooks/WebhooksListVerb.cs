using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>The webhooks as a table.</summary>
internal static class WebhooksListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Webhooks, their event kinds, and waiting and failed deliveries").Lists(
            context,
            _ => FleetPaths.Webhooks,
            () => WebhookJson.Default.IReadOnlyListWebhookSummary,
            "No webhooks. 'iwtune fleet webhooks add' adds one.",
            [
                new("NAME", one => one.Name),
                new("RECEIVER", one => one.Receiver),
                new("EVENTS", one => string.Join(",", one.Kinds)),
                new("HOSTS", one => one.Selector.Length > 0 ? one.Selector : new Cell("all", Ink.Quiet)),
                new("FORMAT", one => one.Format.ToString().ToLowerInvariant()),
                new("STATE", State),
                new("WAITING", one => FleetText.Number((int)one.Waiting), Align.Right),
                new("GIVEN UP", GivenUp, Align.Right),
                new("LAST TAKEN", one => one.Delivered is { } at ? FleetText.Time(at) : new Cell("never", Ink.Quiet)),
                new("ID", one => one.Id),
            ],
            all => Problems(context.Terminal, all)
        );

    private static void Problems(Terminal terminal, IReadOnlyList<WebhookSummary> all)
    {
        foreach (var one in all)
            if (one.Problem.Length > 0)
                terminal.Out.WriteLine($"{one.Name}: {one.Problem}");
    }

    private static Cell GivenUp(WebhookSummary one)
    {
        var number = FleetText.Number((int)one.Dead);
        return one.Dead > 0 ? number with { Ink = Ink.Bad } : number;
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
