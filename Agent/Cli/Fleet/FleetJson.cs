using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>What <c>--json</c> of a fleet verb writes: the wire's own types, indented.</summary>
internal static class FleetJson
{
    public static void Write<T>(TextWriter to, T value, JsonTypeInfo<T> type)
    {
        using var bytes = new MemoryStream();
        // The writer decides the format, so that no type needs a second description.
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Indented = true, Encoder = type.Options.Encoder }))
            JsonSerializer.Serialize(json, value, type);
        to.WriteLine(Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length));
    }
}
