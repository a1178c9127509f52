using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>
/// Exceptions between a server and the people and scripts that grant them; apart from <see cref="WireJson"/> because the agent uses none of
/// this.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(ExceptionRequest))]
[JsonSerializable(typeof(ExceptionSummary))]
[JsonSerializable(typeof(IReadOnlyList<ExceptionSummary>))]
public sealed partial class ExceptionJson : JsonSerializerContext;
