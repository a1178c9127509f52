using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Agent.Control.Bundles;

namespace IwTune.Agent.Control;

/// <summary>The JSON of the files that Control keeps in the state directory.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(Identity))]
[JsonSerializable(typeof(StoredBundles))]
[JsonSerializable(typeof(ReplayFloor))]
public sealed partial class ControlJson : JsonSerializerContext;
