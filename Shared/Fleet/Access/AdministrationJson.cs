using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Access;

/// <summary>
/// A server's description of itself for scripts: its traffic, its advice. Written like <see cref="WireJson"/>; apart from it because the
/// agent uses none of this, and every type makes a native binary larger.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(HostTraffic))]
[JsonSerializable(typeof(FleetTraffic))]
[JsonSerializable(typeof(TrafficProfile))]
[JsonSerializable(typeof(FleetRecommendations))]
[JsonSerializable(typeof(ReasonRequest))]
[JsonSerializable(typeof(LabelsRequest))]
[JsonSerializable(typeof(HostLabels))]
[JsonSerializable(typeof(LabelHostsRequest))]
[JsonSerializable(typeof(LabelHostsReply))]
[JsonSerializable(typeof(SavedView))]
[JsonSerializable(typeof(SavedViewRequest))]
[JsonSerializable(typeof(IReadOnlyList<SavedView>))]
[JsonSerializable(typeof(FleetPairs))]
public sealed partial class AdministrationJson : JsonSerializerContext;
