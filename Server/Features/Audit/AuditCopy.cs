using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>A copy of the audit log that was kept elsewhere.</summary>
/// <param name="Verified">Whether it verifies alone.</param>
/// <param name="Entries">Its entries, oldest first.</param>
internal sealed record AuditCopy(AuditVerification Verified, IReadOnlyList<AuditEntry> Entries)
{
    public static async Task<AuditCopy> ReadAsync(TextReader lines, SigningKey key)
    {
        var entries = new List<AuditEntry>();
        return new(await AuditTrailCheck.RunAsync(lines, key.KeyId, entries.Add), entries);
    }
}
