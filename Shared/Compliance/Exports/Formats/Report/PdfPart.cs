using System.Text;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats.Report;

/// <summary>
/// The report as PDF. A browser prints it, which makes other bytes each time: it cannot be made again, and its signature alone vouches that
/// it is the report of these rows.
/// </summary>
public static class PdfPart
{
    private const int Ends = 16;

    /// <summary>As a tagged PDF with bookmarks.</summary>
    public static ExportPart Part { get; } =
        new("report.pdf", "the report as PDF, printed by the server's Chromium") { Optional = true, Check = Check };

    /// <summary>Nothing stands before its head or behind its end, where readers would not look for it.</summary>
    private static void Check(ExportReading reading)
    {
        using var file = reading.Open(Part.Name);
        var (head, end, buffer) = (new byte[5], Array.Empty<byte>(), new byte[1 << 16]);
        if (file.ReadAtLeast(head, head.Length, throwOnEndOfStream: false) < head.Length || !head.AsSpan().SequenceEqual("%PDF-"u8))
            reading.Problem($"{Part.Name}: does not begin as a PDF does");
        for (int read; (read = file.Read(buffer)) > 0; )
        {
            byte[] both = [.. end, .. buffer.AsSpan(0, read)];
            end = both[^Math.Min(Ends, both.Length)..];
        }
        if (!Encoding.Latin1.GetString(end).TrimEnd('\r', '\n').EndsWith("%%EOF", StringComparison.Ordinal))
            reading.Problem($"{Part.Name}: does not end as a PDF does");
        reading.Hash(Part.Name, file, null);
    }
}
