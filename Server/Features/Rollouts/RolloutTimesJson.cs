using System.Text.Json.Serialization;

namespace IwTune.Server.Features.Rollouts;

/// <summary>The stored form of how long rings were observed; only the server reads it.</summary>
[JsonSerializable(typeof(IReadOnlyDictionary<int, long>))]
internal sealed partial class RolloutTimesJson : JsonSerializerContext;
