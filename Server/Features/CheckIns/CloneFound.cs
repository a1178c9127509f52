using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// The consequences of what check-ins show about the machine behind them. Every step is an event of the host, and in the audit log.
/// </summary>
internal static class CloneFound
{
    public static async Task SettleAsync(
        Database database,
        Requirements requirements,
        TimeProvider clock,
        FleetHost host,
        LineageFinding finding
    )
    {
        switch (finding)
        {
            case LineageFinding.WentBack back:
                await TellAsync(database, clock, host, HistoryKind.WentBack, HostActions.GoBack, back.Reason);
                break;
            case LineageFinding.Twice twice:
                await TellAsync(database, clock, host, HistoryKind.CloneSuspected, HostActions.Clone, twice.Reason);
                break;
            case LineageFinding.Alone:
                await database.WriteAsync(async write =>
                {
                    await Rotation.AskAsync(write, clock, "server", [host], "its state went back, and no other machine has called since");
                    return 0;
                });
                break;
            case LineageFinding.Two two:
                await database.WriteAsync(write => OpenCase.RunAsync(write, clock, host, two));
                // The quarantined machine may be waiting for an answer.
                requirements.Wake();
                break;
        }
    }

    private static Task<int> TellAsync(
        Database database,
        TimeProvider clock,
        FleetHost host,
        HistoryKind kind,
        EventType action,
        string reason
    ) =>
        database.WriteAsync(async write =>
        {
            await HistoryQueries.AddAsync(write, clock, host.Id, kind, reason);
            await AuditLog.AppendAsync(write, clock, $"host:{host.Id}", action, $"host:{host.Id}", $"{host.Identity.Name}: {reason}");
            return 0;
        });
}
