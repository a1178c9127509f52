using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Resumes deliveries to a webhook.</summary>
internal static class WebhooksResumeVerb
{
    public static Verb Create(CliContext context)
    {
        var which = WebhookChoice.Argument();
        var verb = new Verb(VerbGroup.Fleet, "resume", "Resume a webhook after its receiver failed, and send waiting deliveries now");
        verb.Add(which);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var hook = await WebhookChoice.FindAsync(fleet, parsed.GetRequiredValue(which), ct);
                var now = await fleet.PostAsync(
                    FleetPaths.WebhookResume(hook.Id),
                    new(),
                    WebhookJson.Default.RedeliverRequest,
                    WebhookJson.Default.WebhookSummary,
                    ct
                );
                context.Terminal.Out.WriteLine(
                    $"Webhook {now.Name} gets messages again; {now.Waiting} wait, {now.Dead} were given up ('iwtune fleet "
                        + $"webhooks redeliver {now.Id}' sends those)."
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
