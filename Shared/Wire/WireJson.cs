using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Shared.Wire;

/// <summary>The JSON of the wire: camelCase, enums by name, nulls left out, generated at build so that it works under NativeAOT.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(EnrolRequest))]
[JsonSerializable(typeof(EnrolReply))]
[JsonSerializable(typeof(CheckInRequest))]
[JsonSerializable(typeof(Bundle))]
[JsonSerializable(typeof(BundleContent))]
[JsonSerializable(typeof(Envelope))]
[JsonSerializable(typeof(ReportLine))]
[JsonSerializable(typeof(ReportsReply))]
public sealed partial class WireJson : JsonSerializerContext;
