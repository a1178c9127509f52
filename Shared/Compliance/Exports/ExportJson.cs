using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>
/// The JSON of an export. Stricter than the wire's: a key that is not known is an error, since an auditor must not be shown what nothing
/// checked.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    PropertyNameCaseInsensitive = false,
    NumberHandling = JsonNumberHandling.Strict,
    Converters = [typeof(UtcInstantConverter)]
)]
[JsonSerializable(typeof(ExportManifest))]
[JsonSerializable(typeof(ComplianceHost))]
[JsonSerializable(typeof(ComplianceChange))]
[JsonSerializable(typeof(CatalogControl))]
[JsonSerializable(typeof(ExportAttestation))]
public sealed partial class ExportJson : JsonSerializerContext;
