using System.Text.Json;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>The audit log as lines of JSON: the content of its copies.</summary>
internal static class TrailText
{
    private const byte LineFeed = (byte)'\n';

    /// <summary>The first line of a copy that begins after an entry.</summary>
    public static async Task<byte[]> HeaderAsync(DbSession db, SigningKey key, long after) =>
        Line(
            new(
                new AuditTrail(
                    1,
                    key,
                    after,
                    after == 0 ? "" : await AuditQueries.HashAsync(db, after) ?? (await LogBeginning.OfAsync(db, key)).Begins?.Hash ?? ""
                )
            )
        );

    /// <summary>The next entries, and each checkpoint right after the last entry it covers.</summary>
    /// <param name="db">The store.</param>
    /// <param name="after">The last entry that was written.</param>
    /// <param name="signed">Entries that the last checkpoint covers that was written.</param>
    /// <param name="most">Entries at most.</param>
    /// <returns>
    /// The lines, the last entry in them, and what the last checkpoint in them covers; no lines when there is nothing more.
    /// </returns>
    public static async Task<(byte[] Lines, long Entries, long Signed)> NextAsync(DbSession db, long after, long signed, int most)
    {
        var rows = await AuditQueries.AfterAsync(db, after, most);
        var last = rows.Count > 0 ? rows[^1].Number : after;
        // A checkpoint may have been signed over the last entry after that entry was copied.
        var checkpoints = new Queue<CheckpointRow>(await CheckpointQueries.BetweenAsync(db, Math.Max(signed, after - 1), last));
        using var lines = new MemoryStream();
        void Sign(long number)
        {
            while (checkpoints.Count > 0 && checkpoints.Peek().Entries <= number)
            {
                var row = checkpoints.Dequeue();
                lines.Write(Line(new(Checkpoint: row.ReadEnvelope())));
                signed = row.Entries;
            }
        }

        Sign(after);
        foreach (var row in rows)
        {
            lines.Write(Line(new(Entry: row.Entry())));
            Sign(row.Number);
        }
        return (lines.ToArray(), last, signed);
    }

    private static byte[] Line(AuditLine line) => [.. JsonSerializer.SerializeToUtf8Bytes(line, AuditJson.Default.AuditLine), LineFeed];
}
