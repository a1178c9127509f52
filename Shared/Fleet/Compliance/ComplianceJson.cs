using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>The JSON of compliance answers; written like <see cref="WireJson"/>.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(FleetCompliance))]
[JsonSerializable(typeof(ComplianceTrend))]
[JsonSerializable(typeof(ComplianceHistory))]
[JsonSerializable(typeof(ExportRequest))]
[JsonSerializable(typeof(IReadOnlyList<ComplianceRun>))]
[JsonSerializable(typeof(IReadOnlyList<RunSchedule>))]
[JsonSerializable(typeof(HostDay))]
[JsonSerializable(typeof(RunComparison))]
[JsonSerializable(typeof(RunRequest))]
[JsonSerializable(typeof(ScheduleRequest))]
[JsonSerializable(typeof(AttestRequest))]
[JsonSerializable(typeof(ReasonRequest))]
[JsonSerializable(typeof(ReaderLinkRequest))]
[JsonSerializable(typeof(CreatedReaderLink))]
public sealed partial class ComplianceJson : JsonSerializerContext;
