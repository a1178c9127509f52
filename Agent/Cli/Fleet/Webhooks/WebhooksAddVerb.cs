using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Sends signed events to a URL.</summary>
internal static class WebhooksAddVerb
{
    private static readonly Argument<string> Address = new("URL") { Description = "https://… that takes POST" };
    private static readonly Option<string> Name = new("--name")
    {
        Description = "Name of the webhook [default: the host of the URL]",
        HelpName = "NAME",
    };
    private static readonly Option<string> Kinds = new Option<string>("--kinds")
    {
        Description = $"Kinds of events: {string.Join(",", WebhookKinds.All)}",
        HelpName = "K,…",
        Required = true,
    }.Offering([.. WebhookKinds.All]);
    private static readonly Option<string> Selector = new("--selector")
    {
        Description = "Limit events of single hosts to hosts that match: 'site:fra role:db'",
        HelpName = "SELECTOR",
    };
    private static readonly Option<WebhookFormat> Format = new Option<WebhookFormat>("--format")
    {
        Description = "Format of the body",
        HelpName = "json|slack|cef",
    }.Offering("json", "slack", "cef");

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "add", "Send signed events to a URL; its secret is printed this once")
        {
            Details =
                "Deliveries carry webhook-id, webhook-timestamp and webhook-signature as Standard Webhooks has them; docs/webhooks.md "
                + "shows how a receiver checks them.",
            Examples =
            [
                ("iwtune fleet webhooks add https://example.org/hook --kinds rollout,security", "signed JSON"),
                ("iwtune fleet webhooks add https://hooks.slack.com/services/… --kinds rollout --format slack", "a chat channel"),
            ],
        };
        verb.Add(Address);
        foreach (var option in new Option[] { Name, Kinds, Selector, Format, JsonOption.Option })
            verb.Add(option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var address = parsed.GetRequiredValue(Address);
                var made = await fleet.PostAsync(
                    FleetPaths.Webhooks,
                    new()
                    {
                        Name = parsed.GetValue(Name) ?? (Uri.TryCreate(address, UriKind.Absolute, out var uri) ? uri.Host : address),
                        Address = address,
                        Kinds = parsed
                            .GetRequiredValue(Kinds)
                            .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries),
                        Selector = parsed.GetValue(Selector) ?? "",
                        Format = parsed.GetValue(Format),
                    },
                    WebhookJson.Default.WebhookRequest,
                    WebhookJson.Default.CreatedWebhook,
                    ct
                );
                WebhookText.Secret(
                    context.Terminal,
                    made,
                    parsed.WantsJson(),
                    $"Webhook {made.Webhook.Name} receives {string.Join(", ", made.Webhook.Kinds)}.",
                    undo: true
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
