using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>
/// Writes values that a long document has again and again: each is made JSON once. For documents in which they all stand at one depth.
/// </summary>
/// <param name="plain">Describes the values, and their format.</param>
/// <param name="same">Knows a value again.</param>
internal sealed class SharedJson<T>(JsonTypeInfo<T> plain, IEqualityComparer<T> same) : JsonConverter<T>
    where T : class
{
    /// <summary>Beyond it values are not shared, and keeping them would only cost memory.</summary>
    private const int Most = 256;

    private const int Indent = 2;

    private readonly Dictionary<T, byte[]> _written = new(same);

    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonSerializer.Deserialize(ref reader, plain)!;

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        if (!_written.TryGetValue(value, out var json))
        {
            json = JsonSerializer.SerializeToUtf8Bytes(value, plain);
            if (plain.Options.WriteIndented)
                json = Encoding.UTF8.GetBytes(
                    Encoding
                        .UTF8.GetString(json)
                        .Replace("\n", "\n" + new string(' ', Indent * writer.CurrentDepth), StringComparison.Ordinal)
                );
            if (_written.Count < Most)
                _written.Add(value, json);
        }
        writer.WriteRawValue(json, skipInputValidation: true);
    }
}
