using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Sends again what was given up.</summary>
internal static class WebhooksRedeliverVerb
{
    public static Verb Create(CliContext context)
    {
        var which = WebhookChoice.Argument();
        var delivery = new Option<string>("--delivery")
        {
            Description = "That one, also when it was delivered; without it all that were given up",
            HelpName = "ID",
        };
        var verb = new Verb(VerbGroup.Fleet, "redeliver", "Send again what was given up");
        verb.Add(which);
        verb.Add(delivery);
        verb.Add(JsonOption.Option);
        verb.SetAction(
            (parsed, ct) =>
                FleetConnection.UseAsync(
                    context,
                    parsed,
                    async fleet =>
                    {
                        var hook = await WebhookChoice.FindAsync(fleet, parsed.GetRequiredValue(which), ct);
                        var reply = await fleet.PostAsync(
                            FleetPaths.WebhookRedeliver(hook.Id),
                            new(parsed.GetValue(delivery)),
                            WebhookJson.Default.RedeliverRequest,
                            WebhookJson.Default.RedeliverReply,
                            "",
                            ct
                        );
                        if (parsed.WantsJson())
                            FleetJson.Write(context.Terminal.Out, reply, WebhookJson.Default.RedeliverReply);
                        else
                            context.Terminal.Out.WriteLine(
                                reply.Deliveries == 0
                                    ? "None was given up."
                                    : $"{reply.Deliveries} wait again; 'iwtune fleet webhooks deliveries {hook.Id}' shows what becomes "
                                        + "of them."
                            );
                        return ExitCode.Fine;
                    },
                    ct
                )
        );
        return verb;
    }
}
