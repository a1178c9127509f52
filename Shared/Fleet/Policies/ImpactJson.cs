using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Policies;

/// <summary>The JSON of previews. Written like <see cref="WireJson"/>; apart from it because no agent uses it.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(ImpactRequest))]
[JsonSerializable(typeof(ImpactPage))]
public sealed partial class ImpactJson : JsonSerializerContext;
