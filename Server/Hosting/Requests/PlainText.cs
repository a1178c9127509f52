using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Server.Hosting.Requests;

/// <summary>
/// Text in what callers send: no NUL, which PostgreSQL cannot store (postgresql.org/docs/current/datatype-character.html) and no log can
/// show.
/// </summary>
/// <param name="escape">
/// True where a host reports what it is and has: it may legitimately have a name that is dangerous to show, so hidden characters in it are
/// written as escapes.
/// </param>
internal sealed class PlainText(bool escape = false) : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String
            ? Checked(reader.GetString())
            : throw new JsonException($"a text was expected, {reader.TokenType} found");

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value);

    public override string ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Checked(reader.GetString()!)!;

    public override void WriteAsPropertyName(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WritePropertyName(value);

    private string? Checked(string? text) =>
        text is null ? null
        : text.Contains('\0', StringComparison.Ordinal) ? throw new JsonException("a text holds the character NUL")
        : escape ? ShownText.OneLine(text)
        : text;
}
