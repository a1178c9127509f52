using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Standing;

[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(HoldState))]
[JsonSerializable(typeof(IReadOnlyList<LocalOverride>))]
internal sealed partial class StandingFilesJson : JsonSerializerContext;
