using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>Hosts as the fleet's administration shows them; apart from <see cref="WireJson"/> because no daemon uses this.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(FleetCanary))]
[JsonSerializable(typeof(HostPage))]
[JsonSerializable(typeof(HostSummary))]
[JsonSerializable(typeof(HostDetail))]
public sealed partial class HostsJson : JsonSerializerContext;
