using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows;

/// <summary>What must be restored of one target, and nothing else: a template has more values, and they are not ours.</summary>
internal sealed record WindowsImage
{
    public TemplateName? Template { get; init; }

    /// <summary>Of a template: its window, segments.</summary>
    public int? Icw { get; init; }

    /// <summary>Of Automatic: whether it takes the custom templates.</summary>
    public bool? UseCustom { get; init; }

    public FilterRecord? Filter { get; init; }

    /// <summary>Equal values have equal bytes.</summary>
    public ReadOnlyMemory<byte> Write() => JsonSerializer.SerializeToUtf8Bytes(this, WindowsJson.Default.WindowsImage);

    /// <exception cref="FormatException">These are not the bytes of an image.</exception>
    public static WindowsImage Read(ReadOnlyMemory<byte> raw)
    {
        try
        {
            return JsonSerializer.Deserialize(raw.Span, WindowsJson.Default.WindowsImage)
                ?? throw new FormatException("a before-image is empty");
        }
        catch (JsonException e)
        {
            throw new FormatException($"a before-image cannot be read: {e.Message}", e);
        }
    }
}

[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(WindowsImage))]
[JsonSerializable(typeof(IReadOnlyList<FilterRecord>))]
[JsonSerializable(typeof(StockRefusal))]
internal sealed partial class WindowsJson : JsonSerializerContext;
