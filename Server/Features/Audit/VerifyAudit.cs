using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>
/// Computes the whole chain again and compares it with every signed checkpoint. It shows an edited, inserted, reordered or removed entry.
/// An attacker who also has the audit key can make a new chain and sign it: only a copy kept elsewhere shows that.
/// </summary>
internal static class VerifyAudit
{
    private const int Chunk = 5000;

    /// <exception cref="ArgumentException">
    /// The session sees what is written meanwhile: a growing log would be called a changed one.
    /// </exception>
    public static async Task<AuditVerification> RunAsync(DbSession db, SigningKey key)
    {
        if (!db.SeesOneMoment)
            throw new ArgumentException("The audit log is verified in a snapshot or a transaction.", nameof(db));
        var (begins, unanchored) = await LogBeginning.OfAsync(db, key);
        if (begins is null)
            return new AuditChainCheck(0, "").Broken(key, unanchored);
        var check = new AuditChainCheck(begins.Number, begins.Hash);
        var told = begins.Number == 0;
        for (
            var rows = await AuditQueries.AfterAsync(db, begins.Number, Chunk);
            rows.Count > 0;
            rows = await AuditQueries.AfterAsync(db, check.Number, Chunk)
        )
        {
            var signed = new Queue<CheckpointRow>(await CheckpointQueries.BetweenAsync(db, check.Number, check.Number + rows.Count));
            foreach (var row in rows)
            {
                if (check.Add(row.Entry()) is { } broken)
                    return check.Broken(key, broken);
                told |= LogBeginning.TellsOf(row, begins.Number);
                while (signed.Count > 0 && signed.Peek().Entries <= check.Number)
                {
                    if (check.Add(signed.Dequeue().ReadEnvelope(), key) is { } unfit)
                        return check.Broken(key, unfit, check.Number);
                }
            }
        }
        if (!told)
            return check.Broken(key, $"it begins after entry {begins.Number}, and no entry records the cut", begins.Number);
        if (await CheckpointQueries.LatestAsync(db) is { } latest && latest.Entries > check.Number)
            return check.Broken(
                key,
                check.Add(latest.ReadEnvelope(), key) ?? $"a checkpoint covers {latest.Entries} entries, and the log ends at {check.Number}"
            );
        var head = await AuditQueries.HeadAsync(db);
        return head is null || head.Number != check.Number || head.Hash != check.Hash
            ? check.Broken(key, $"the log ends at {check.Number}, but {head?.Number ?? 0} entries were written")
            : check.Intact(key);
    }
}
