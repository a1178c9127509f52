using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Cli.Output.Json;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>What <c>--json</c> of a fleet verb writes: the wire's own types, indented.</summary>
internal static class FleetJson
{
    public static void Write<T>(TextWriter to, T value, JsonTypeInfo<T> type)
    {
        // The writer decides the format, so that no type needs a second description.
        using (var text = JsonText.Document(to))
        using (var json = new Utf8JsonWriter(text, new JsonWriterOptions { Indented = true, Encoder = type.Options.Encoder }))
            JsonSerializer.Serialize(json, value, type);
        to.WriteLine();
    }
}
