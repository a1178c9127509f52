using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Shared.Wire;

/// <summary>The JSON of the wire: camelCase, enums by name, nulls left out, generated at build so that it works under NativeAOT.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(EnrolRequest))]
[JsonSerializable(typeof(EnrolReply))]
[JsonSerializable(typeof(RotateRequest))]
[JsonSerializable(typeof(HostKeyOffer))]
[JsonSerializable(typeof(AdoptRequest))]
[JsonSerializable(typeof(CheckInRequest))]
[JsonSerializable(typeof(Bundle))]
[JsonSerializable(typeof(Trust))]
[JsonSerializable(typeof(BundleContent))]
[JsonSerializable(typeof(Envelope))]
[JsonSerializable(typeof(ReportLine))]
[JsonSerializable(typeof(ReportsReply))]
[JsonSerializable(typeof(FleetCanary))]
[JsonSerializable(typeof(FleetProblem))]
[JsonSerializable(typeof(HostPage))]
[JsonSerializable(typeof(HostSummary))]
[JsonSerializable(typeof(HostDetail))]
[JsonSerializable(typeof(PublishRequest))]
[JsonSerializable(typeof(PublishReply))]
[JsonSerializable(typeof(RollbackRequest))]
[JsonSerializable(typeof(ValidateReply))]
[JsonSerializable(typeof(IReadOnlyList<PolicySummary>))]
[JsonSerializable(typeof(PolicyDetail))]
[JsonSerializable(typeof(RevisionDetail))]
[JsonSerializable(typeof(PolicyDiff))]
[JsonSerializable(typeof(AssignRequest))]
[JsonSerializable(typeof(AssignmentSummary))]
[JsonSerializable(typeof(IReadOnlyList<AssignmentSummary>))]
[JsonSerializable(typeof(Capture))]
[JsonSerializable(typeof(CaptureSummary))]
[JsonSerializable(typeof(IReadOnlyList<CaptureSummary>))]
[JsonSerializable(typeof(Survey))]
[JsonSerializable(typeof(SurveySummary))]
[JsonSerializable(typeof(IReadOnlyList<SurveySummary>))]
[JsonSerializable(typeof(IReadOnlyList<SurveyedHost>))]
public sealed partial class WireJson : JsonSerializerContext;
