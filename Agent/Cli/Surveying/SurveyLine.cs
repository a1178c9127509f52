using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>A line of the history.</summary>
/// <param name="Survey">When the survey began: the readings of one survey have the same.</param>
/// <param name="Reading">What was read.</param>
internal sealed record SurveyLine(DateTimeOffset Survey, SurveyReading Reading);

[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(SurveyLine))]
internal sealed partial class SurveyJson : JsonSerializerContext;
