using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Audit;

/// <summary>The JSON of retention. Written like <see cref="WireJson"/>; apart from it because no agent uses it.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(RetentionRequest))]
[JsonSerializable(typeof(RetentionStatus))]
[JsonSerializable(typeof(LegalHoldRequest))]
[JsonSerializable(typeof(LegalHold))]
[JsonSerializable(typeof(IReadOnlyList<LegalHold>))]
public sealed partial class RetentionJson : JsonSerializerContext;
