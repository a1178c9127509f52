using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Wire;

/// <summary>
/// The JSON between an agent and its server: camelCase, enums by name, nulls left out, generated at build so that it works under NativeAOT.
/// </summary>
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
[JsonSerializable(typeof(FleetProblem))]
public sealed partial class WireJson : JsonSerializerContext;
