using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>One line for one document, as dsc reads it; what is not known is left out.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(InstanceState))]
[JsonSerializable(typeof(DscMessage))]
[JsonSerializable(typeof(IReadOnlyList<string>))]
internal sealed partial class DscJson : JsonSerializerContext
{
    /// <summary>Sentences as they are written: nothing here ends up in HTML.</summary>
    public static DscJson Plain { get; } =
        new(
            new JsonSerializerOptions(JsonSerializerDefaults.Web)
            {
                DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
                Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            }
        );
}
