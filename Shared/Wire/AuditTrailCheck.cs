using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>
/// Computes the chain of a copy again, line by line. A copy may contain lines twice, and one that a crash cut: neither can hide anything
/// from the chain.
/// </summary>
internal static class VerifyTrail
{
    private const int Remembered = 5000;

    /// <param name="lines">The copy.</param>
    /// <param name="key">The id of the key that an auditor noted; <see langword="null"/> to believe the copy's first line.</param>
    /// <param name="each">Is shown every entry that fits.</param>
    public static async Task<AuditVerification> RunAsync(TextReader lines, string? key, Action<AuditEntry>? each = null)
    {
        ChainCheck? check = null;
        var nobody = new SigningKey(key ?? "", "");
        var trusted = nobody;
        var seen = new Dictionary<long, string>();
        var signed = new HashSet<string>(StringComparer.Ordinal);
        while (await lines.ReadLineAsync() is { } text)
        {
            if (Read(text) is not { } line)
                continue;
            if (line.Trail is { } trail)
            {
                if (key is not null && (trail.Key.KeyId != key || SigningKeys.IdOf(trail.Key) != key))
                    return VerifyAudit.Broken(check ?? new(0, ""), nobody, $"the copy names the audit key {trail.Key.KeyId}, not {key}");
                if (check is not null && trail.Key.KeyId != trusted.KeyId)
                    return VerifyAudit.Broken(
                        check,
                        trusted,
                        $"the audit key changes from {trusted.KeyId} to {trail.Key.KeyId} after entry {check.Number}"
                    );
                trusted = trail.Key;
                check ??= new(trail.After, trail.Previous);
                continue;
            }
            check ??= new(0, "");
            if (line.Entry is { } entry)
            {
                if (seen.TryGetValue(entry.Number, out var hash) && hash == entry.Hash && check.Number >= entry.Number)
                    continue;
                if (check.Add(entry) is { } broken)
                    return VerifyAudit.Broken(check, trusted, broken);
                seen[entry.Number] = entry.Hash;
                seen.Remove(entry.Number - Remembered);
                each?.Invoke(entry);
            }
            else if (line.Checkpoint is { } envelope && signed.Add(envelope.Payload ?? "") && check.Add(envelope, trusted) is { } unfit)
                return VerifyAudit.Broken(check, trusted, unfit, check.Number);
        }
        return check is null
            ? VerifyAudit.Broken(new(0, ""), nobody, "there is no entry of an audit log in this file")
            : VerifyAudit.Intact(check, trusted);
    }

    private static AuditLine? Read(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, AuditJson.Default.AuditLine);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
