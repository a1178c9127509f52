using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Agent.Local;

/// <summary>
/// How a command writes its request, as <see cref="AgentJson"/> reads it: by generated code alone. Without it the command would set up the
/// description of everything that a request may contain, which takes longer than the daemon's answer.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Serialization,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(LocalRequest))]
internal sealed partial class LocalRequestJson : JsonSerializerContext;
