using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

internal static class AuditStandings
{
    public static async Task<AuditStanding> OfAsync(DbSession db, SigningKey key)
    {
        var head = (await AuditQueries.HeadAsync(db))!;
        var last = await CheckpointQueries.LatestAsync(db);
        var sinks = await SinkQueries.ListAsync(db);
        return new(
            head.Number,
            head.Hash,
            key,
            last?.ReadEnvelope(),
            last?.Entries ?? 0,
            Clock.At(last?.At),
            [.. sinks.Select(sink => new AuditSinkStanding(sink.Name, sink.Entries, Clock.At(sink.DeliveredAt), sink.Problem))]
        );
    }
}
