using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>What was sent to a webhook, what waits, and what was given up.</summary>
internal static class WebhooksDeliveriesVerb
{
    public static Verb Create(CliContext context)
    {
        var which = WebhookChoice.Argument();
        var state = new Option<DeliveryState?>("--only")
        {
            Description = "Only deliveries in this state: waiting, delivered or dead (given up)",
            HelpName = "STATE",
        };
        var limit = new Option<int>("--limit")
        {
            Description = "Deliveries at most, 1 to 500",
            HelpName = "N",
            DefaultValueFactory = _ => 50,
        };
        var before = new Option<string>("--before")
        {
            Description = "Only older deliveries: the cursor that the page before ended with",
            HelpName = "CURSOR",
        };
        var body = new Option<bool>("--body") { Description = "Show the body of each delivery" };
        var verb = new Verb(VerbGroup.Fleet, "deliveries", "Deliveries of a webhook, newest first: delivered, waiting or given up");
        verb.Add(which);
        foreach (var option in new Option[] { state, limit, before, body, JsonOption.Option })
            verb.Add(option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var hook = await WebhookChoice.FindAsync(fleet, parsed.GetRequiredValue(which), ct);
                var path =
                    $"{FleetPaths.WebhookDeliveries(hook.Id)}?limit={parsed.GetValue(limit)}"
                    + (parsed.GetValue(state) is { } wanted ? $"&state={wanted.ToString().ToLowerInvariant()}" : "")
                    + (parsed.GetValue(before) is { } cursor ? $"&before={Uri.EscapeDataString(cursor)}" : "");
                var page = await fleet.GetAsync(path, WebhookJson.Default.WebhookDeliveryPage, ct);
                return context.Answer(
                    parsed,
                    page,
                    WebhookJson.Default.WebhookDeliveryPage,
                    () => Print(context.Terminal, page, parsed.GetValue(body))
                );
            }
        );
        return verb;
    }

    private static void Print(Terminal terminal, WebhookDeliveryPage page, bool body)
    {
        if (page.Deliveries.Count == 0)
        {
            terminal.Out.WriteLine("None.");
            return;
        }
        var table = new Table(
            ("WHEN", Align.Left),
            ("TYPE", Align.Left),
            ("SUBJECT", Align.Left),
            ("STATE", Align.Left),
            ("TRIES", Align.Right),
            ("ANSWER", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var one in page.Deliveries)
            table.Add(FleetText.Time(one.At), one.Type, one.Subject, State(one), FleetText.Number(one.Tries), Answer(one), one.Id);
        table.Write(terminal);
        if (body)
            foreach (var one in page.Deliveries)
                terminal.Out.WriteLine($"\n{one.Id}\n{one.Body}");
        if (page.Next is { } next)
            terminal.Out.WriteLine($"Older ones: --before {next}");
    }

    private static Cell State(WebhookDelivery one) =>
        one.State switch
        {
            DeliveryState.Delivered => new Cell("delivered", Ink.Good),
            DeliveryState.Dead => new Cell("given up", Ink.Bad),
            _ => one.Tries > 0 && one.Next is { } next
                ? new Cell($"again at {FleetText.Time(next)}", Ink.Attention)
                : new Cell("waiting", Ink.Plain),
        };

    private static string Answer(WebhookDelivery one) =>
        one.Status is { } status
            ? one.Answer.Length > 0
                ? $"{status} {one.Answer}"
                : $"{status}"
            : one.Answer.Length > 0
                ? one.Answer
                : "-";
}
