using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet;

/// <summary>What waits for the caller.</summary>
/// <param name="Items">The most urgent first.</param>
public sealed record FleetInbox(IReadOnlyList<WaitingItem> Items);

/// <summary>Something that waits for a person.</summary>
/// <param name="Kind">What it is, in one or two words.</param>
/// <param name="Text">What waits, as a sentence.</param>
/// <param name="Page">The page of the console that deals with it, a path.</param>
/// <param name="Urgency">How soon it needs the person.</param>
/// <param name="At">Since when it waits, or when it is due; <see langword="null"/> when that is not known.</param>
public sealed record WaitingItem(string Kind, string Text, string Page, WaitingUrgency Urgency, DateTimeOffset? At);

/// <summary>How soon something needs a person; the most urgent first.</summary>
public enum WaitingUrgency
{
    /// <summary>Something failed, or stands still until a person acts.</summary>
    Failed,

    /// <summary>It waits for a decision.</summary>
    Decision,

    /// <summary>It becomes due within days.</summary>
    Soon,
}

/// <summary>The JSON of the inbox, written like <see cref="WireJson"/>.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(FleetInbox))]
public sealed partial class InboxJson : JsonSerializerContext;
