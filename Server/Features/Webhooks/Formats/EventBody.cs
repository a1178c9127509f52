using System.Text.Encodings.Web;
using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Formats;

/// <summary>An event as the body of a message.</summary>
internal sealed class EventBody(DataDirectory directory)
{
    // Arrows and dashes as themselves; the body is JSON, never HTML.
    private static readonly WebhookJson Json = new(
        new JsonSerializerOptions(WebhookJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }
    );

    public (string Text, string ContentType) Write(WebhookEvent happened, WebhookFormat format)
    {
        var placed = WithAddress(happened);
        return format switch
        {
            WebhookFormat.Slack => (SlackText.Body(placed), "application/json"),
            WebhookFormat.Cef => (
                string.Concat((placed.Data.Digest?.Events ?? [placed]).Select(one => CefText.Of(one) + "\n")),
                "text/plain"
            ),
            _ => (JsonSerializer.Serialize(placed, Json.WebhookEvent), "application/json"),
        };
    }

    private WebhookEvent WithAddress(WebhookEvent happened) =>
        happened with
        {
            Data = happened.Data with { Url = StoredAddress.Of(directory) + PathOf(happened.Data) },
        };

    private static string PathOf(WebhookData data)
    {
        if (data.Digest is not null)
            return data.Kind switch
            {
                WebhookKinds.Verdict => "/compliance",
                WebhookKinds.Drift => "/standing",
                WebhookKinds.Host => "/hosts",
                _ => "/audit",
            };
        var (what, id) = data.Subject.Split(':', 2) is [var kind, var rest] ? (kind, rest) : ("", "");
        return what switch
        {
            "rollout" => $"/rollouts/{Uri.EscapeDataString(id)}",
            "host" => $"/hosts/{Uri.EscapeDataString(id)}",
            "policy" => $"/policies/{Uri.EscapeDataString(id)}",
            "webhook" => "/webhooks",
            _ => "/audit",
        };
    }
}
