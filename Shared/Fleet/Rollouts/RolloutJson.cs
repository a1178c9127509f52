using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Rollouts;

/// <summary>
/// Rollouts between a server and the people and scripts that command them; apart from <see cref="WireJson"/> because the agent uses none of
/// this.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(RolloutRequest))]
[JsonSerializable(typeof(RolloutRules))]
[JsonSerializable(typeof(RolloutDetail))]
[JsonSerializable(typeof(RolloutGate))]
[JsonSerializable(typeof(IReadOnlyList<GateInput>))]
[JsonSerializable(typeof(RingEvidence))]
[JsonSerializable(typeof(RolloutHostPage))]
[JsonSerializable(typeof(IReadOnlyList<RolloutSummary>))]
[JsonSerializable(typeof(ApproveRequest))]
[JsonSerializable(typeof(RolloutCommand))]
[JsonSerializable(typeof(FreezeRequest))]
[JsonSerializable(typeof(IReadOnlyList<Freeze>))]
public sealed partial class RolloutJson : JsonSerializerContext;
