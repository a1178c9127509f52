using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>JSON as the text of a command.</summary>
internal static class JsonText
{
    /// <summary>Writes a document and ends its line.</summary>
    public static void WriteJson<T>(this TextWriter to, T document, JsonTypeInfo<T> type)
    {
        using (var text = new Utf8Text(to))
            JsonSerializer.Serialize(text, document, type);
        to.WriteLine();
    }
}
