using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>A bundle's JSON around a content that is written already.</summary>
internal static class BundleText
{
    public static void Write(Utf8JsonWriter to, Bundle frame, byte[] content)
    {
        to.WriteStartObject();
        to.WriteNumber("sequence", frame.Sequence);
        to.WriteString("issued", frame.Issued);
        to.WriteString("expires", frame.Expires);
        to.WriteString("host", frame.Host);
        to.WriteString("fleet", frame.Fleet);
        if (frame.Trust is { } trust)
        {
            to.WritePropertyName("trust");
            JsonSerializer.Serialize(to, trust, WireJson.Default.Trust);
        }
        to.WritePropertyName("content");
        to.WriteRawValue(content, skipInputValidation: true);
        to.WriteEndObject();
        to.Flush();
    }
}
