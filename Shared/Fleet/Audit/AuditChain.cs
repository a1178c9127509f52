using System.Security.Cryptography;
using System.Text;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Audit;

/// <summary>How entries of the audit log are chained.</summary>
public static class AuditChain
{
    /// <summary>
    /// The hash of an entry: over the hash before it and its fields, each with its length, so that text cannot move from one field to the
    /// next without a trace. Entries older than the source field have no source and keep their first form.
    /// </summary>
    /// <param name="previous">Hash of the entry before; empty for the first.</param>
    /// <param name="entry">The entry; its own <see cref="AuditEntry.Hash"/> is ignored. Times count in whole milliseconds.</param>
    public static string HashOf(string previous, AuditEntry entry)
    {
        var text = new StringBuilder(entry.Source.Length == 0 ? "iwtune audit v1\n" : "iwtune audit v2\n")
            .Append(previous)
            .Append('\n')
            .Append(entry.Number)
            .Append('\n')
            .Append(entry.At.ToUnixTimeMilliseconds())
            .Append('\n');
        foreach (var field in (ReadOnlySpan<string>)[entry.Actor, entry.Action, entry.Subject, entry.Text, entry.Reason])
            text.Append(field.Length).Append(':').Append(field).Append('\n');
        if (entry.Source.Length > 0)
            text.Append(entry.Source.Length).Append(':').Append(entry.Source).Append('\n');
        return CanonicalText.Hex(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())));
    }
}
