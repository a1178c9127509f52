using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Audit;

/// <summary>
/// Computes the chain of a copy again, line by line. A copy may contain lines twice, and one that a crash cut: neither can hide anything
/// from the chain.
/// </summary>
public static class AuditTrailCheck
{
    private const int Remembered = 5000;

    /// <param name="lines">The copy.</param>
    /// <param name="key">The id of the key that an auditor noted; <see langword="null"/> to believe the copy's first line.</param>
    /// <param name="each">Is shown every entry that fits.</param>
    /// <param name="begins">Is shown what the copy begins with.</param>
    /// <param name="fits">The signature's check; without one .NET's.</param>
    /// <returns>The result; <see cref="AuditVerification.Text"/> says what does not fit.</returns>
    public static async Task<AuditVerification> RunAsync(
        TextReader lines,
        string? key,
        Action<AuditEntry>? each = null,
        Action<AuditTrail>? begins = null,
        SignatureCheck? fits = null
    )
    {
        AuditChainCheck? check = null;
        var unproven = new SigningKey(key ?? "", "");
        var trusted = unproven;
        var seen = new Dictionary<long, string>();
        var signed = new HashSet<string>(StringComparer.Ordinal);
        while (await lines.ReadLineAsync() is { } text)
        {
            if (Read(text) is not { } line)
                continue;
            if (line.Trail is { } trail)
            {
                if (key is not null && (trail.Key.KeyId != key || SigningKeys.IdOf(trail.Key) != key))
                    return (check ?? new(0, "")).Broken(unproven, $"the copy names the audit key {trail.Key.KeyId}, not {key}");
                if (check is not null && trail.Key.KeyId != trusted.KeyId)
                    return check.Broken(
                        trusted,
                        $"the audit key changes from {trusted.KeyId} to {trail.Key.KeyId} after entry {check.Number}"
                    );
                trusted = trail.Key;
                if (check is null)
                    begins?.Invoke(trail);
                check ??= new(trail.After, trail.Previous, fits);
                continue;
            }
            check ??= new(0, "", fits);
            if (line.Entry is { } entry)
            {
                if (seen.TryGetValue(entry.Number, out var hash) && hash == entry.Hash && check.Number >= entry.Number)
                    continue;
                if (check.Add(entry) is { } broken)
                    return check.Broken(trusted, broken);
                seen[entry.Number] = entry.Hash;
                seen.Remove(entry.Number - Remembered);
                each?.Invoke(entry);
            }
            else if (line.Checkpoint is { } envelope && signed.Add(envelope.Payload ?? "") && check.Add(envelope, trusted) is { } unfit)
                return check.Broken(trusted, unfit, check.Number);
        }
        return check is null
            ? new AuditChainCheck(0, "").Broken(unproven, "there is no entry of an audit log in this file")
            : check.Intact(trusted);
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
