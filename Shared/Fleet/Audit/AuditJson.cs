using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Audit;

/// <summary>
/// The audit log between a server, its readers and its copies; apart from <see cref="WireJson"/> because the agent uses none of this.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(AuditPage))]
[JsonSerializable(typeof(AuditVerification))]
[JsonSerializable(typeof(AuditStanding))]
[JsonSerializable(typeof(AuditCheckpoint))]
[JsonSerializable(typeof(AuditLine))]
public sealed partial class AuditJson : JsonSerializerContext;
