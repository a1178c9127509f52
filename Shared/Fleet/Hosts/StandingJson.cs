using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>The JSON of drift and holds, written like <see cref="WireJson"/>.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(StandingPage))]
[JsonSerializable(typeof(IReadOnlyList<StandingMark>))]
[JsonSerializable(typeof(FleetDisturbances))]
[JsonSerializable(typeof(HostDisturbances))]
[JsonSerializable(typeof(HoldRequest))]
[JsonSerializable(typeof(HoldReply))]
[JsonSerializable(typeof(ReleaseRequest))]
[JsonSerializable(typeof(ReleaseReply))]
public sealed partial class StandingJson : JsonSerializerContext;
