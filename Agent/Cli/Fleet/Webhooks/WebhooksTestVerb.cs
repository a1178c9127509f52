using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Sends a test event and reports the result.</summary>
internal static class WebhooksTestVerb
{
    public static Verb Create(CliContext context)
    {
        var which = WebhookChoice.Argument();
        var verb = new Verb(VerbGroup.Fleet, "test", "Send a test message at once; exit 2 when the receiver does not accept it");
        verb.Add(which);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var hook = await WebhookChoice.FindAsync(fleet, parsed.GetRequiredValue(which), ct);
                var trial = await fleet.PostAsync(
                    FleetPaths.WebhookTest(hook.Id),
                    new(),
                    WebhookJson.Default.RedeliverRequest,
                    WebhookJson.Default.WebhookTrial,
                    ct
                );
                if (parsed.WantsJson())
                    FleetJson.Write(context.Terminal.Out, trial, WebhookJson.Default.WebhookTrial);
                else
                    context.Terminal.Out.WriteLine(
                        trial switch
                        {
                            { Taken: true } => $"Taken: {trial.Status} after {trial.Milliseconds} ms.",
                            { Status: { } status } =>
                                $"Not taken: {hook.Receiver} answered {status}{(trial.Text.Length > 0 ? $": {trial.Text}" : ".")}",
                            _ => $"Not taken: {trial.Text}",
                        }
                    );
                return trial.Taken ? ExitCode.Fine : ExitCode.Differs;
            }
        );
        return verb;
    }
}
