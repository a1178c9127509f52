using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Model.Deciding;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>A scope's decision on disk.</summary>
/// <param name="Scope">The scope.</param>
/// <param name="Word">The kind; what another kind left is not gone on with.</param>
/// <param name="State">What its window goes on from.</param>
/// <param name="Last">What the last evaluation came to.</param>
/// <param name="LastAt">When that was.</param>
internal sealed record StoredScope(string Scope, string Word, DecidedState State, string Last, DateTimeOffset? LastAt);

[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(IReadOnlyList<StoredScope>))]
internal sealed partial class DecidingJson : JsonSerializerContext;
