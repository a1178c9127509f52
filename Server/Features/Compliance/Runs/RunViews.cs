using IwTune.Server.Features.Compliance.Runs.Attestations;
using IwTune.Server.Features.Compliance.Runs.Delivery;
using IwTune.Server.Features.Compliance.Runs.Links;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Features.Compliance.Runs.Stamps;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>Runs and schedules as clients read them.</summary>
internal sealed class RunViews(Database database)
{
    /// <summary>A page of runs, the newest first, without what belongs to each.</summary>
    public async Task<IReadOnlyList<ComplianceRun>> PageAsync(PageWindow window, CancellationToken ct) =>
        [.. (await database.ReadAsync(db => RunQueries.PageAsync(db, window), ct)).Select(row => row.View())];

    /// <returns><see langword="null"/> when there is none of this id.</returns>
    public Task<ComplianceRun?> FindAsync(string id, CancellationToken ct) =>
        database.ReadAsync<ComplianceRun?>(
            async db =>
                await RunQueries.FindAsync(db, id) is { } row
                    ? Stamped(row.View(), await StampQueries.FindAsync(db, id)) with
                    {
                        Deliveries = [.. (await DeliveriesAsync(db, id)).Select(one => one.View())],
                        Attestations = [.. (await AttestationQueries.OfRunAsync(db, id)).Select(one => one.View())],
                        Links = [.. (await ReaderLinkQueries.OfRunAsync(db, id)).Select(one => one.View())],
                    }
                    : null,
            ct
        );

    /// <summary>
    /// The last one to each target: each attestation writes the same file again. They are in the order of targets, because the ids of those
    /// that are made in the same millisecond have none.
    /// </summary>
    private static async Task<IEnumerable<RunDeliveryRow>> DeliveriesAsync(DbSession db, string id) =>
        (await RunDeliveryQueries.OfRunAsync(db, id))
            .GroupBy(one => one.Target, StringComparer.Ordinal)
            .OrderBy(target => target.Key, StringComparer.Ordinal)
            .Select(target => target.MaxBy(one => one.Id, StringComparer.Ordinal)!);

    private static ComplianceRun Stamped(ComplianceRun run, StampRow? stamp) =>
        stamp is null ? run : run with { Stamped = Clock.At(stamp.At), StampedBy = stamp.Authority };

    /// <summary>A run, and the id of the one before it with the same schedule and filter that it can be compared with.</summary>
    public async Task<(ComplianceRun? Run, string? Before)> WithBeforeAsync(string id, CancellationToken ct) =>
        (await FindAsync(id, ct), await database.ReadAsync(db => RunQueries.ComparableAsync(db, id), ct));

    public async Task<IReadOnlyList<RunSchedule>> SchedulesAsync(CancellationToken ct) =>
        [.. (await database.ReadAsync(ScheduleQueries.ListAsync, ct)).Select(row => row.View())];
}
