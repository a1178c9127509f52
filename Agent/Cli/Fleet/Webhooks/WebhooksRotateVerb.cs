using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Gives a webhook another secret.</summary>
internal static class WebhooksRotateVerb
{
    public static Verb Create(CliContext context)
    {
        var which = WebhookChoice.Argument();
        var verb = new Verb(VerbGroup.Fleet, "rotate", "Make a new secret; the previous one stays valid for 24 hours");
        verb.Add(which);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var hook = await WebhookChoice.FindAsync(fleet, parsed.GetRequiredValue(which), ct);
                var made = await fleet.PostAsync(
                    FleetPaths.WebhookRotate(hook.Id),
                    new(),
                    WebhookJson.Default.RedeliverRequest,
                    WebhookJson.Default.CreatedWebhook,
                    ct
                );
                WebhookText.Secret(
                    context.Terminal,
                    made,
                    parsed.WantsJson(),
                    $"Webhook {made.Webhook.Name} has a new secret; the previous one stays valid for 24 hours.",
                    undo: false
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
