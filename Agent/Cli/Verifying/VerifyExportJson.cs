using System.Text;
using System.Text.Json;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>What <c>verify-export --json</c> writes.</summary>
internal static class VerifyExportJson
{
    public static void Write(TextWriter to, ExportCheck check)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteBoolean("intact", check.Intact);
            json.WriteString("keyId", check.KeyId);
            json.WriteBoolean("pinned", check.Pinned);
            json.WriteStartArray("problems");
            foreach (var problem in check.Problems)
                json.WriteStringValue(problem);
            json.WriteEndArray();
            json.WritePropertyName("manifest");
            if (check.Manifest is { } manifest)
                JsonSerializer.Serialize(json, manifest, ExportJson.Default.ExportManifest);
            else
                json.WriteNullValue();
            json.WriteEndObject();
        }
        to.WriteLine(Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length));
    }
}
