using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Enrolment;

/// <summary>
/// The JSON of how hosts enrol, stay enrolled and leave, as administrators see it. Written like <see cref="WireJson"/>.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(PendingPage))]
[JsonSerializable(typeof(PendingDecision))]
[JsonSerializable(typeof(HostsDecided))]
[JsonSerializable(typeof(RotateHostsRequest))]
[JsonSerializable(typeof(ClonePage))]
[JsonSerializable(typeof(CloneCase))]
[JsonSerializable(typeof(IReadOnlyList<TokenUse>))]
[JsonSerializable(typeof(IReadOnlyList<UnknownCaller>))]
public sealed partial class EnrolmentJson : JsonSerializerContext;
