using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Audit.Checkpoints;

/// <summary>A stored checkpoint.</summary>
internal sealed class CheckpointRow
{
    public long Entries { get; init; }
    public long At { get; init; }
    public string Envelope { get; init; } = "";

    public Envelope ReadEnvelope() => JsonSerializer.Deserialize(Envelope, AuditJson.Default.Envelope)!;
}

internal static class CheckpointQueries
{
    public static Task<CheckpointRow?> LatestAsync(DbSession db) =>
        db.FindAsync<CheckpointRow>("select entries, at, envelope from audit_checkpoints order by entries desc limit 1");

    /// <summary>
    /// Those that cover more than <paramref name="after"/> and at most <paramref name="upTo"/> entries, the first one first.
    /// </summary>
    public static Task<IReadOnlyList<CheckpointRow>> BetweenAsync(DbSession db, long after, long upTo) =>
        db.ListAsync<CheckpointRow>(
            "select entries, at, envelope from audit_checkpoints where entries > @after and entries <= @upTo order by entries",
            new { after, upTo }
        );

    public static Task<int> InsertAsync(DbSession write, AuditCheckpoint made, Envelope envelope) =>
        write.ExecuteAsync(
            "insert into audit_checkpoints (entries, at, envelope) values (@Entries, @at, @envelope)",
            new
            {
                made.Entries,
                at = made.At.ToUnixTimeMilliseconds(),
                envelope = JsonSerializer.Serialize(envelope, AuditJson.Default.Envelope),
            }
        );
}
