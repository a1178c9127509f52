using System.Security.Cryptography;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Audit.Checkpoints;

/// <summary>Signs the head of the log when enough entries, or enough time, have passed since the last one.</summary>
internal sealed class Checkpointing(Database database, AuditKey key, ServerOptions options, TimeProvider clock)
{
    private const int Chunk = 1000;

    /// <param name="force">Also when neither has passed, if there is anything new.</param>
    /// <returns>What is wrong with the log, which is then not signed; <see langword="null"/> when all is well.</returns>
    public async Task<string?> RunAsync(bool force)
    {
        var (head, last, oldest) = await database.ReadAsync(async db =>
        {
            var latest = await CheckpointQueries.LatestAsync(db);
            var unsigned = await AuditQueries.AfterAsync(db, latest?.Entries ?? 0, 1);
            return (await AuditQueries.HeadAsync(db), latest, unsigned.Count > 0 ? unsigned[0].At : (long?)null);
        });
        if (head is null || head.Number <= (last?.Entries ?? 0))
            return null;
        // A clock that was set back must not keep entries unsigned for as long as it was set back.
        var age = Math.Abs(clock.Now() - (oldest ?? clock.Now()));
        if (!force && head.Number - (last?.Entries ?? 0) < options.CheckpointEntries && age < options.CheckpointAge.TotalMilliseconds)
            return null;
        return await database.WriteAsync(SignAsync);
    }

    private async Task<string?> SignAsync(DbSession write)
    {
        var last = await CheckpointQueries.LatestAsync(write);
        var payload = last is null ? null : Convert.FromBase64String(last.ReadEnvelope().Payload);
        var check = new AuditChainCheck(last?.Entries ?? 0, payload is null ? "" : CheckpointText.Read(payload)!.Head);
        var head = (await AuditQueries.HeadAsync(write))!;
        for (
            var rows = await AuditQueries.AfterAsync(write, check.Number, Chunk);
            rows.Count > 0;
            rows = await AuditQueries.AfterAsync(write, check.Number, Chunk)
        )
        {
            foreach (var row in rows)
            {
                if (check.Add(row.Entry()) is { } broken)
                    return broken;
            }
        }
        if (check.Number != head.Number || check.Hash != head.Hash)
            return $"the log ends at {check.Number}, but {head.Number} entries were written";
        if (check.Number == (last?.Entries ?? 0))
            return null;
        var made = new AuditCheckpoint(
            check.Number,
            check.Hash,
            Clock.At(clock.Now()),
            payload is null ? "" : Convert.ToHexStringLower(SHA256.HashData(payload))
        );
        await CheckpointQueries.InsertAsync(write, made, key.Sign(made));
        return null;
    }
}
