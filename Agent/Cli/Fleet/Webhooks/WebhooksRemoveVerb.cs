using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Removes a webhook.</summary>
internal static class WebhooksRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var which = WebhookChoice.Argument();
        var verb = new Verb(VerbGroup.Fleet, "remove", "Remove a webhook; what waits for it is dropped");
        verb.Add(which);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var hook = await WebhookChoice.FindAsync(fleet, parsed.GetRequiredValue(which), ct);
                await fleet.DeleteAsync(FleetPaths.Webhook(hook.Id), ct);
                context.Terminal.Out.WriteLine(
                    $"Removed {hook.Name}{(hook.Waiting > 0 ? $"; {hook.Waiting} deliveries that waited are dropped" : "")}. "
                        + "'iwtune fleet webhooks add' adds it again, with a new secret."
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
