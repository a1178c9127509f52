using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>What several verbs print of a webhook.</summary>
internal static class WebhookText
{
    /// <param name="terminal">Where to.</param>
    /// <param name="made">With its secret.</param>
    /// <param name="json">For a program.</param>
    /// <param name="done">What was done, as a sentence.</param>
    /// <param name="undo">Whether removing it undoes that: a secret that was replaced does not come back.</param>
    public static void Secret(Terminal terminal, CreatedWebhook made, bool json, string done, bool undo)
    {
        if (json)
        {
            FleetJson.Write(terminal.Out, made, WebhookJson.Default.CreatedWebhook);
            return;
        }
        terminal.Out.WriteLine(done);
        terminal.Out.WriteLine($"secret  {made.Secret}");
        terminal.Out.WriteLine($"        shown this once; 'iwtune fleet webhooks rotate {made.Webhook.Id}' makes another");
        terminal.Out.WriteLine($"try it  iwtune fleet webhooks test {made.Webhook.Id}");
        if (undo)
            terminal.Out.WriteLine($"undo    iwtune fleet webhooks remove {made.Webhook.Id}");
    }
}
