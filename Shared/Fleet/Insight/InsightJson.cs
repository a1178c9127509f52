using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Insight;

/// <summary>Captures and surveys; apart from <see cref="WireJson"/> because no daemon uses this.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(Capture))]
[JsonSerializable(typeof(CaptureSummary))]
[JsonSerializable(typeof(IReadOnlyList<CaptureSummary>))]
[JsonSerializable(typeof(Survey))]
[JsonSerializable(typeof(SurveySummary))]
[JsonSerializable(typeof(IReadOnlyList<SurveySummary>))]
[JsonSerializable(typeof(IReadOnlyList<SurveyedHost>))]
public sealed partial class InsightJson : JsonSerializerContext;
