using System.Text;
using System.Text.Json;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>
/// What <c>verify-export --json</c> writes: the export, or a list of them with the audit log, the statements and the time stamp.
/// </summary>
internal static class VerifyExportJson
{
    public static void Write(
        TextWriter to,
        IReadOnlyList<CheckedExport> exports,
        CheckedLog? log,
        CheckedAttestations? said,
        CheckedTimeStamp? stamped
    )
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            if (log is null && said is null && stamped is null && exports is [var only])
                Write(json, only.Check);
            else
                Write(json, exports, log, said);
            if (stamped is not null)
                Write(json, stamped);
            json.WriteEndObject();
        }
        to.WriteLine(Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length));
    }

    private static void Write(Utf8JsonWriter json, IReadOnlyList<CheckedExport> exports, CheckedLog? log, CheckedAttestations? said)
    {
        json.WriteStartArray("exports");
        foreach (var export in exports)
        {
            json.WriteStartObject();
            json.WriteString("file", export.Path);
            json.WriteString("sha256", export.Sha256);
            if (log is not null && log.Records.TryGetValue(export.Sha256, out var number))
                json.WriteNumber("recordedBy", number);
            Write(json, export.Check);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        if (said is not null)
            Write(json, said);
        if (log is null)
            return;
        json.WriteStartObject("audit");
        json.WriteString("file", log.Path);
        json.WriteBoolean("fits", log.Fits);
        json.WriteString("key", log.Chain.Key);
        json.WriteNumber("entries", log.Chain.Entries);
        json.WriteNumber("signed", log.Chain.Signed);
        List(json, log.Chain.Intact ? log.Problems : [log.Chain.Text]);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, CheckedAttestations said)
    {
        json.WriteStartObject("attestations");
        json.WriteString("file", said.Path);
        json.WriteBoolean("holds", said.Holds);
        json.WriteStartArray("statements");
        foreach (var one in said.Attestations)
            JsonSerializer.Serialize(json, one, ExportJson.Default.ExportAttestation);
        json.WriteEndArray();
        List(json, said.Problems);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, CheckedTimeStamp stamped)
    {
        json.WriteStartObject("timestamp");
        json.WriteString("file", stamped.Path);
        json.WriteBoolean("holds", stamped.Holds);
        if (stamped.Check.At is { } at)
            json.WriteString("at", UtcInstantConverter.Text(at));
        json.WriteString("authority", stamped.Check.Authority);
        List(json, stamped.Holds ? [] : [stamped.Check.Problem]);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ExportCheck check)
    {
        json.WriteBoolean("intact", check.Intact);
        json.WriteString("keyId", check.KeyId);
        json.WriteBoolean("pinned", check.Pinned);
        List(json, check.Problems);
        json.WritePropertyName("manifest");
        if (check.Manifest is { } manifest)
            JsonSerializer.Serialize(json, manifest, ExportJson.Default.ExportManifest);
        else
            json.WriteNullValue();
    }

    private static void List(Utf8JsonWriter json, IReadOnlyList<string> problems)
    {
        json.WriteStartArray("problems");
        foreach (var problem in problems)
            json.WriteStringValue(problem);
        json.WriteEndArray();
    }
}
