using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Agent.Engine.Experiments;

[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(ExperimentRecord))]
[JsonSerializable(typeof(ExperimentSample))]
internal sealed partial class ExperimentJson : JsonSerializerContext;
