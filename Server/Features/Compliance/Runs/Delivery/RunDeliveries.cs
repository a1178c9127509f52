using IwTune.Server.Features.Compliance.Runs.Stamps;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>Carries out the deliveries that are due; one that fails is tried again every five minutes for a day.</summary>
internal sealed class RunDeliveries(Database database, FolderDelivery folder, MailDelivery mail, TimeStamping stamps, TimeProvider clock)
{
    private const int MostTries = 288;
    private const long Again = 300_000;

    public async Task RoundAsync(CancellationToken ct)
    {
        foreach (var delivery in await database.ReadAsync(db => RunDeliveryQueries.DueAsync(db, clock.Now()), ct))
        {
            var now = clock.Now();
            if (!await database.WriteAsync(write => RunDeliveryQueries.ClaimAsync(write, delivery.Id, now, now + Again), ct))
                continue;
            var (state, answer) = await TryAsync(delivery, ct);
            await database.WriteAsync(write => RunDeliveryQueries.EndAsync(write, delivery.Id, state, answer, clock.Now()), ct);
        }
    }

    private async Task<(DeliveryState State, string Answer)> TryAsync(RunDeliveryRow delivery, CancellationToken ct)
    {
        try
        {
            return await database.ReadAsync(db => RunQueries.FindAsync(db, delivery.RunId), ct) is { } run && (run.IsKept || run.IsFailed)
                ? (DeliveryState.Delivered, await DeliverAsync(run, delivery, ct))
                : (DeliveryState.Dead, "Its file was deleted before.");
        }
        catch (NotDeliveredException failed)
        {
            return (failed.IsFinal || delivery.Tries + 1 >= MostTries ? DeliveryState.Dead : DeliveryState.Waiting, failed.Message);
        }
    }

    private Task<string> DeliverAsync(RunRow run, RunDeliveryRow delivery, CancellationToken ct) =>
        DeliveryTarget.Address(delivery.Target) is { } address
            ? mail.DeliverAsync(run, delivery.Id, address, ct)
            : delivery.Target switch
            {
                DeliveryTarget.Stamp => stamps.StampAsync(run, ct),
                DeliveryTarget.FolderStamp => folder.DeliverStampAsync(run, ct),
                DeliveryTarget.FolderAttestations => folder.DeliverAttestationsAsync(run, ct),
                _ => folder.DeliverAsync(run, ct),
            };
}
