using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Agent.Local;

/// <summary>The JSON of the local socket: one object a line.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(LocalRequest))]
[JsonSerializable(typeof(LocalReply))]
public sealed partial class LocalJson : JsonSerializerContext;
