using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>JSON as the text of a command.</summary>
internal static class JsonText
{
    /// <summary>Writes a document and ends its line.</summary>
    public static void WriteJson<T>(this TextWriter to, T document, JsonTypeInfo<T> type)
    {
        using (var text = Document(to))
            JsonSerializer.Serialize(text, document, type);
        to.WriteLine();
    }

    /// <summary>A stream of UTF-8 into a writer.</summary>
    public static Stream Document(TextWriter to) =>
        new WriteOnlyStream(to is PassingWriter passing ? new Utf8Document(passing) : new Utf8Text(to));
}
