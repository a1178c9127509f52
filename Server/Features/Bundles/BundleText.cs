using System.Buffers;
using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>A bundle's JSON around a content that is written already.</summary>
internal static class BundleText
{
    public static byte[] Of(Bundle frame, byte[] content)
    {
        var buffer = new ArrayBufferWriter<byte>(content.Length + 512);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        json.WriteNumber("sequence", frame.Sequence);
        json.WriteString("issued", frame.Issued);
        json.WriteString("expires", frame.Expires);
        json.WriteString("host", frame.Host);
        json.WriteString("fleet", frame.Fleet);
        if (frame.Trust is { } trust)
        {
            json.WritePropertyName("trust");
            JsonSerializer.Serialize(json, trust, WireJson.Default.Trust);
        }
        json.WritePropertyName("content");
        json.WriteRawValue(content, skipInputValidation: true);
        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenSpan.ToArray();
    }
}
