using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The stored form of a gate's evidence; only the server reads it.</summary>
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
