using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Shared.Wire;

/// <summary>The result of one step on a host.</summary>
[JsonConverter(typeof(TargetOutcomeConverter))]
public enum TargetOutcome
{
    /// <summary>An outcome that this version does not know, from a newer agent.</summary>
    Unknown,

    /// <summary>Written and read back.</summary>
    Applied,

    /// <summary>It was so already; nothing was written.</summary>
    AlreadyThere,

    /// <summary>Not taken, on purpose.</summary>
    Refused,

    /// <summary>Tried, and did not work.</summary>
    Failed,
}

/// <summary>
/// Reads an unknown word as <see cref="TargetOutcome.Unknown"/>: reports of newer agents and states already stored stay readable.
/// </summary>
public sealed class TargetOutcomeConverter : JsonConverter<TargetOutcome>
{
    /// <inheritdoc/>
    public override TargetOutcome Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType != JsonTokenType.String ? throw new JsonException("An outcome must be a string.")
        : reader.GetString() is { } word && Enum.GetNames<TargetOutcome>().Contains(word, StringComparer.Ordinal)
            ? Enum.Parse<TargetOutcome>(word)
        : TargetOutcome.Unknown;

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, TargetOutcome value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}
