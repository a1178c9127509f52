using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>
/// Instants of an export have one form, in UTC and to the millisecond: <c>2026-11-21T09:00:00.000Z</c>. The same instant is the same text
/// in every file.
/// </summary>
public sealed class UtcInstantConverter : JsonConverter<DateTimeOffset>
{
    private const string Form = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

    /// <summary>The instant as text.</summary>
    public static string Text(DateTimeOffset at) => at.UtcDateTime.ToString(Form, CultureInfo.InvariantCulture);

    /// <returns><see langword="null"/> for any other text.</returns>
    public static DateTimeOffset? Parse(string? text) =>
        DateTimeOffset.TryParseExact(
            text,
            Form,
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
            out var at
        )
            ? at
            : null;

    /// <inheritdoc/>
    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String && Parse(reader.GetString()) is { } at
            ? at
            : throw new JsonException("is not a time like 2026-11-21T09:00:00.000Z");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(Text(value));
}
