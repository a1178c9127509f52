using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Webhooks;

/// <summary>
/// Webhooks between a server, its administrators and the receivers; apart from <see cref="WireJson"/> because the agent uses none of this.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(WebhookRequest))]
[JsonSerializable(typeof(WebhookSummary))]
[JsonSerializable(typeof(IReadOnlyList<WebhookSummary>))]
[JsonSerializable(typeof(CreatedWebhook))]
[JsonSerializable(typeof(WebhookTrial))]
[JsonSerializable(typeof(WebhookDeliveryPage))]
[JsonSerializable(typeof(RedeliverRequest))]
[JsonSerializable(typeof(RedeliverReply))]
[JsonSerializable(typeof(WebhookEvent))]
public sealed partial class WebhookJson : JsonSerializerContext;
