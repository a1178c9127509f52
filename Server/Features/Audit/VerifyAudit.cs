using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>
/// Computes the whole chain again and compares it with every signed checkpoint. It shows an edited, inserted, reordered or removed entry.
/// An attacker who also has the audit key can make a new chain and sign it: only a copy kept elsewhere shows that.
/// </summary>
internal static class VerifyAudit
{
    private const int Chunk = 5000;

    public static async Task<AuditVerification> RunAsync(DbSession db, SigningKey key)
    {
        var (begins, unanchored) = await LogBeginning.OfAsync(db, key);
        if (begins is null)
            return Broken(new(0, ""), key, unanchored);
        var check = new ChainCheck(begins.Number, begins.Hash);
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
                    return Broken(check, key, broken);
                told |= LogBeginning.TellsOf(row, begins.Number);
                while (signed.Count > 0 && signed.Peek().Entries <= check.Number)
                {
                    if (check.Add(signed.Dequeue().ReadEnvelope(), key) is { } unfit)
                        return Broken(check, key, unfit, check.Number);
                }
            }
        }
        if (!told)
            return Broken(check, key, $"it begins after entry {begins.Number}, and no entry records the cut", begins.Number);
        if (await CheckpointQueries.LatestAsync(db) is { } latest && latest.Entries > check.Number)
            return Broken(
                check,
                key,
                check.Add(latest.ReadEnvelope(), key) ?? $"a checkpoint covers {latest.Entries} entries, and the log ends at {check.Number}"
            );
        var head = await AuditQueries.HeadAsync(db);
        return head is null || head.Number != check.Number || head.Hash != check.Hash
            ? Broken(check, key, $"the log ends at {check.Number}, but {head?.Number ?? 0} entries were written")
            : Intact(check, key);
    }

    public static AuditVerification Intact(ChainCheck check, SigningKey key)
    {
        var signed =
            check.Checkpoints == 0
                ? "none of them signed yet"
                : $"{check.Signed} of them covered by {check.Checkpoints} signed {(check.Checkpoints == 1 ? "checkpoint" : "checkpoints")}";
        return Result(true, check, key, null, $"{check.Number} entries, every one as it was written, {signed}; head {check.Hash}");
    }

    public static AuditVerification Broken(ChainCheck check, SigningKey key, string what, long? at = null) =>
        Result(false, check, key, at ?? check.Number + 1, $"The audit log was changed outside this server: {what}.");

    private static AuditVerification Result(bool intact, ChainCheck check, SigningKey key, long? at, string text) =>
        new(intact, check.Number, check.Hash, at, text)
        {
            Checkpoints = check.Checkpoints,
            Signed = check.Signed,
            Key = key.KeyId,
        };
}
