using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Features.Enrolment.Pending;

/// <summary>Hosts that wait for approval, as clients read them.</summary>
internal sealed class PendingHosts(Database database, NonMembers strangers, SeenHosts seen, TimeProvider clock)
{
    public Task<long> CountAsync(CancellationToken ct) => database.ReadAsync(db => PendingQueries.CountAsync(db, clock.Now()), ct);

    /// <summary>One that waits still; <see langword="null"/> when it does not.</summary>
    public Task<PendingHost?> FindAsync(string id, CancellationToken ct) =>
        database.ReadAsync(
            async db =>
            {
                var now = clock.Now();
                if (await PendingQueries.FindAsync(db, id) is not { } row || row.State(now) != PendingState.Waiting)
                    return null;
                var twins = await PendingQueries.TwinsAsync(db, row.MachineId.Length > 0 ? [row.MachineId] : [], now);
                return row.View(
                    [.. twins[row.MachineId].Where(twin => twin.Id != row.Id).Select(twin => twin.Name)],
                    strangers,
                    seen.TellsMachineIds,
                    now
                );
            },
            ct
        );

    public Task<PendingPage> PageAsync(bool all, string? after, int limit, CancellationToken ct) =>
        database.ReadAsync(
            async db =>
            {
                var now = clock.Now();
                var rows = await PendingQueries.PageAsync(db, all, after, limit + 1, now);
                var shown = rows.Take(limit).ToList();
                var twins = await PendingQueries.TwinsAsync(
                    db,
                    [.. shown.Select(row => row.MachineId).Where(machine => machine.Length > 0).Distinct(StringComparer.Ordinal)],
                    now
                );
                return new PendingPage(
                    [
                        .. shown.Select(row =>
                            row.View(
                                [.. twins[row.MachineId].Where(twin => twin.Id != row.Id).Select(twin => twin.Name)],
                                strangers,
                                seen.TellsMachineIds,
                                now
                            )
                        ),
                    ],
                    rows.Count > limit ? shown[^1].Id : null,
                    (int)await PendingQueries.CountAsync(db, now)
                );
            },
            ct
        );
}
