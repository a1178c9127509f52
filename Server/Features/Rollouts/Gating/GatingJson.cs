using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>What the store keeps of a gate's evidence; nobody else reads it.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault
)]
[JsonSerializable(typeof(ArmOutcome))]
[JsonSerializable(typeof(WatchEvidence))]
[JsonSerializable(typeof(IReadOnlyList<FetchTimes>))]
[JsonSerializable(typeof(IReadOnlyList<ArmHosts>))]
internal sealed partial class GatingJson : JsonSerializerContext;
