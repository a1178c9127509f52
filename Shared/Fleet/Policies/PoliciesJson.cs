using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Policies;

/// <summary>Policies, their revisions and assignments; apart from <see cref="WireJson"/> because no daemon uses this.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
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
public sealed partial class PoliciesJson : JsonSerializerContext;
