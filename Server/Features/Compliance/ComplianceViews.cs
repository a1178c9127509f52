using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>Verdicts as clients read them: of the fleet as of an instant, and of one host over time.</summary>
internal sealed class ComplianceViews(Database database, JudgedPeriods periods, HostViews hosts, SeenHosts seen)
{
    public Task<FleetCompliance> OfAsync(ComplianceQuestion asked, CancellationToken ct)
    {
        var judged = periods.JudgedUntil;
        return database.LongReadAsync(
            async db =>
            {
                var watermark = await Watermark.AtAsync(db, judged, asked.At, asked.Known, seen);
                // The verdicts in force answer a query for now; the past is rebuilt. A part of the fleet is read host by host.
                var tally =
                    !asked.Filter.IsEverybody || !seen.Scope.IsFleet ? null
                    : asked.IsNow ? await FleetNow.CountAsync(db, asked, watermark)
                    : await FleetThen.CountAsync(db, asked, watermark);
                if (tally is null or { Fleet: 0 })
                {
                    tally = new ComplianceTally(asked, watermark);
                    var members = HistoryReads.MembersAsync(db, asked.At, asked.Known);
                    await foreach (var host in members.SeenBy(seen, asked.IsNow).WithCancellation(ct))
                        tally.Add(host);
                }
                var view = tally.View() with { Known = asked.Known < HistoryReads.Latest ? Clock.At(asked.Known) : null };
                return view.Fleet > 0 ? view : view with { FirstEnrolled = await FirstEnrolledAsync(db) };
            },
            ct
        );
    }

    private async Task<DateTimeOffset?> FirstEnrolledAsync(DbSession db)
    {
        var first = seen.Scope.IsFleet
            ? await db.ValueAsync<long?>("select min(enrolled_at) from hosts")
            : await db.ValueAsync<long?>(
                "select min(enrolled_at) from hosts where id in @ids",
                new { ids = seen.All.Select(host => host.Id) }
            );
        return first is { } at ? Clock.At(at) : null;
    }

    /// <summary>The changes of a host named by id or by name, newest first; <see langword="null"/> when there is no such host.</summary>
    public async Task<ComplianceHistory?> HistoryAsync(string idOrName, long before, int limit, CancellationToken ct)
    {
        if (await hosts.ResolveAsync(idOrName, ct) is not { } id || await hosts.SummariesAsync([id], ct) is not [var host])
            return null;
        var rows = await database.ReadAsync(db => HistoryReads.OfHostAsync(db, id, before, limit), ct);
        return new(
            id,
            host.Name,
            host.Enrolled,
            host.Retired,
            [.. rows.Select(row => row.View())],
            rows.Count == limit ? rows[^1].ChangedAt : null
        );
    }
}
