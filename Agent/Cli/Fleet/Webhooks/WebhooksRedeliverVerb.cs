using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Sends failed deliveries again.</summary>
internal static class WebhooksRedeliverVerb
{
    public static Verb Create(CliContext context)
    {
        var which = WebhookChoice.Argument();
        var delivery = new Option<string>("--delivery")
        {
            Description = "The delivery, even if it was delivered; without it every one that was given up",
            HelpName = "ID",
        };
        var verb = new Verb(VerbGroup.Fleet, "redeliver", "Send deliveries again that were given up");
        verb.Add(which);
        verb.Add(delivery);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var hook = await WebhookChoice.FindAsync(fleet, parsed.GetRequiredValue(which), ct);
                var reply = await fleet.PostAsync(
                    FleetPaths.WebhookRedeliver(hook.Id),
                    new(parsed.GetValue(delivery)),
                    WebhookJson.Default.RedeliverRequest,
                    WebhookJson.Default.RedeliverReply,
                    ct
                );
                return context.Answer(
                    parsed,
                    reply,
                    WebhookJson.Default.RedeliverReply,
                    () =>
                        context.Terminal.Out.WriteLine(
                            reply.Deliveries == 0
                                ? "None was given up."
                                : $"{reply.Deliveries} wait again; 'iwtune fleet webhooks deliveries {hook.Id}' shows the results."
                        )
                );
            }
        );
        return verb;
    }
}
