using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>
/// Computes the whole chain again. It shows an edited, inserted, reordered or removed entry. Somebody who can write the store can also
/// compute a new chain: only a head kept elsewhere shows that.
/// </summary>
internal static class VerifyAudit
{
    private const int Chunk = 5000;

    public static async Task<AuditVerification> RunAsync(DbSession db)
    {
        var (number, hash) = (0L, "");
        for (var rows = await AuditQueries.AfterAsync(db, 0, Chunk); rows.Count > 0; rows = await AuditQueries.AfterAsync(db, number, Chunk))
        {
            foreach (var row in rows)
            {
                if (row.Number != number + 1)
                    return Broken(number, hash, number + 1, row.Number == number + 2 ? $"entry {number + 1} is missing" : $"entries {number + 1} to {row.Number - 1} are missing");
                if (row.Hash != AuditLog.HashOf(hash, row))
                    return Broken(number, hash, row.Number, $"entry {row.Number} is not as it was written");
                (number, hash) = (row.Number, row.Hash);
            }
        }
        var head = await AuditQueries.HeadAsync(db);
        if (head is null || head.Number != number || head.Hash != hash)
            return Broken(number, hash, number + 1, $"the log ends at {number}, but {head?.Number ?? 0} entries were written");
        return new(true, number, hash, null, $"{number} entries, every one as it was written; head {hash}");
    }

    private static AuditVerification Broken(long checkedUpTo, string hash, long at, string what) =>
        new(false, checkedUpTo, hash, at, $"The audit log was changed outside this server: {what}.");
}
