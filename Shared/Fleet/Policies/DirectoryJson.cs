using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Policies;

/// <summary>The JSON of plans. Written like <see cref="WireJson"/>; apart from it because no agent uses it.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(PlanRequest))]
[JsonSerializable(typeof(PlanReply))]
[JsonSerializable(typeof(ApplyRequest))]
[JsonSerializable(typeof(ApplyReply))]
[JsonSerializable(typeof(RemovePolicyRequest))]
public sealed partial class DirectoryJson : JsonSerializerContext;
