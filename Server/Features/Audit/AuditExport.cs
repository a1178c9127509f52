using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit;

/// <summary>A copy of the log for the caller. Its last entry records the request.</summary>
internal static class AuditExport
{
    public const string ContentType = "application/x-ndjson";
    private const int Chunk = 500;

    /// <returns>The number of the entry that records the reading.</returns>
    public static Task<long> RecordAsync(Database database, TimeProvider clock, string actor, long after) =>
        database.WriteAsync(async write =>
        {
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                ExportActions.Audit,
                "audit",
                after == 0 ? "The whole audit log was exported." : $"The audit log was exported after entry {after}."
            );
            return (await AuditQueries.HeadAsync(write))!.Number;
        });

    public static async Task WriteAsync(Database database, AuditKey key, long after, long upTo, Stream to)
    {
        // What was cut off is not there to be copied.
        after = Math.Max(after, (await database.LongReadAsync(db => LogBeginning.OfAsync(db, key.Public))).Begins?.Number ?? 0);
        await to.WriteAsync(await database.LongReadAsync(db => TrailText.HeaderAsync(db, key.Public, after)));
        for (var signed = after; after < upTo; )
        {
            (var lines, after, signed) = await database.LongReadAsync(db =>
                TrailText.NextAsync(db, after, signed, (int)Math.Min(Chunk, upTo - after))
            );
            if (lines.Length == 0)
                return;
            await to.WriteAsync(lines);
        }
    }
}
