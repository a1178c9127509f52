using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Agents;

/// <summary>The JSON of the fleet's agents and their upgrade, written like <see cref="WireJson"/>.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(FleetAgents))]
[JsonSerializable(typeof(AgentUpgrade))]
[JsonSerializable(typeof(IReadOnlyList<AgentHost>))]
public sealed partial class AgentsJson : JsonSerializerContext;
