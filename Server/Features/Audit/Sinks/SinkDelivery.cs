using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit.Sinks;

/// <summary>Brings one copy up to date: the store records its progress only after the copy has the entries.</summary>
internal sealed class SinkDelivery(IAuditSink sink, Database database, AuditKey key, TimeProvider clock)
{
    private const int Chunk = 500;
    private static readonly TimeSpan First = TimeSpan.FromSeconds(2),
        Most = TimeSpan.FromMinutes(5);
    private TimeSpan _pause;
    private long _notBefore;

    public string Name => sink.Name;

    /// <returns>Why it is behind; <see langword="null"/> when it has everything, or its next try is not due.</returns>
    public async Task<string?> RunAsync(CancellationToken ct)
    {
        if (_pause > TimeSpan.Zero && clock.GetElapsedTime(_notBefore) < _pause)
            return null;
        try
        {
            while (await StepAsync(ct)) { }
            _pause = TimeSpan.Zero;
            return null;
        }
        catch (AuditSinkException refused)
        {
            _pause =
                _pause == TimeSpan.Zero ? First
                : _pause * 2 < Most ? _pause * 2
                : Most;
            _notBefore = clock.GetTimestamp();
            await database.WriteAsync(write => SinkQueries.FailedAsync(write, clock, sink.Name, refused.Message), ct);
            return refused.Message;
        }
    }

    /// <returns>False when there is nothing more.</returns>
    private async Task<bool> StepAsync(CancellationToken ct)
    {
        var (header, lines, entries, signed) = await database.ReadAsync(
            async db =>
            {
                var has = await SinkQueries.FindAsync(db, sink.Name);
                var next = await TrailText.NextAsync(db, has.Entries, has.Checkpoint, Chunk);
                return (await TrailText.HeaderAsync(db, key.Public, has.Entries), next.Lines, next.Entries, next.Signed);
            },
            ct
        );
        if (lines.Length == 0)
            return false;
        await sink.TakeAsync(header, lines, ct);
        await database.WriteAsync(write => SinkQueries.DeliveredAsync(write, clock, sink.Name, entries, signed), ct);
        return true;
    }
}
