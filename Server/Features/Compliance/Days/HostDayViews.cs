using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Compliance.Days;

/// <summary>The evidence of one host on one day, from one state of the store.</summary>
internal sealed class HostDayViews(Database database, JudgedPeriods periods, HostViews hosts, SeenHosts seen)
{
    /// <summary>
    /// The hosts that a name means on a day: those that were members then. A machine that was installed again is another host with the same
    /// name. When none was, the host that <see cref="HostViews.ResolveAsync"/> finds.
    /// </summary>
    /// <param name="idOrName">An id, which means one host alone, or a name.</param>
    /// <param name="day">The day.</param>
    /// <param name="ct">Gives up.</param>
    public async Task<IReadOnlyList<HostOfDay>> MeantAsync(string idOrName, DayQuestion day, CancellationToken ct)
    {
        var now = await hosts.ResolveAsync(idOrName, ct);
        if (now != idOrName)
        {
            var named = await database.ReadAsync(
                db =>
                    db.ListAsync<HostOfDay>(
                        "select id, enrolled_at, retired_at from hosts where name = @idOrName and enrolled_at < @To "
                            + "and (retired_at is null or retired_at > @From) order by enrolled_at, id",
                        new
                        {
                            idOrName,
                            day.From,
                            day.To,
                        }
                    ),
                ct
            );
            if (named.Where(host => seen.Sees(host.Id)).ToList() is { Count: > 0 } then)
                return then;
        }
        return now is null ? [] : [new HostOfDay { Id = now }];
    }

    /// <param name="id">A host that the caller may see: of <see cref="MeantAsync"/>.</param>
    /// <param name="day">The day.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns><see langword="null"/> when the store has no such host.</returns>
    public Task<HostDay?> OfAsync(string id, DayQuestion day, CancellationToken ct)
    {
        var judged = periods.JudgedUntil;
        return database.SnapshotAsync(db => ReadAsync(db, id, day, judged), ct);
    }

    private static async Task<HostDay?> ReadAsync(DbSession db, string id, DayQuestion day, long judged)
    {
        var deleted = await DeletedRecords.FindAsync(db);
        var beginning = await ThenAsync(db, id, day.From);
        if ((await ThenAsync(db, id, day.To) ?? await ThenAsync(db, id, deleted.HistoryBefore)) is not { } end)
            return null;
        var changes = await HistoryReads.OfHostBetweenAsync(db, id, day.From, day.To);
        var member = beginning?.IsMember(day.From) == true;
        return new()
        {
            Id = id,
            Name = end.Kept.Host.Name,
            From = Clock.At(day.From),
            To = Clock.At(day.To),
            Complete = await CompleteAsync(db, day, judged, deleted, isRecorded: beginning is not null),
            Beginning = member ? beginning!.View() : null,
            Changes = [.. changes.Select(row => row.View())],
            Events = await HostHistoryQueries.EventsBetweenAsync(db, id, day.From, day.To),
            Measurements = await HostHistoryQueries.EvidenceBetweenAsync(db, id, day.From, day.To),
            Revisions = await RevisionsAsync(db, member ? beginning : null, changes),
        };
    }

    /// <summary>How complete the day is: a legal hold may keep what retention deletes of other hosts.</summary>
    private static async Task<string> CompleteAsync(DbSession db, DayQuestion day, long judged, DeletedRecords deleted, bool isRecorded)
    {
        var verdicts =
            isRecorded || day.From >= deleted.HistoryBefore
                ? (await Watermark.OfPeriodsAsync(db, judged, day.To)).Sentence
                : $"Retention has deleted verdicts from before {DeletedRecords.Shown(deleted.HistoryBefore)}.";
        return day.From >= deleted.ReportsBefore
            ? verdicts
            : $"{verdicts} Reports and measurements from before {DeletedRecords.Shown(deleted.ReportsBefore)} are deleted, except those "
                + "under a legal hold.";
    }

    private static async Task<HostThen?> ThenAsync(DbSession db, string id, long at)
    {
        await foreach (var host in HistoryReads.TheseAsync(db, at, [id]))
            return host;
        return null;
    }

    private static async Task<IReadOnlyList<DayRevision>> RevisionsAsync(
        DbSession db,
        HostThen? beginning,
        IReadOnlyList<ChangeRow> changes
    )
    {
        var required = new SortedSet<(string Policy, int Revision)>();
        foreach (
            var (policy, revision) in changes
                .Select(row => (row.Policy, row.Revision))
                .Append((beginning?.Policy ?? "", beginning?.Revision))
        )
            if (policy.Length > 0 && revision is { } number)
                required.Add((policy, (int)number));
        var documents = new List<DayRevision>();
        foreach (var (policy, revision) in required)
            if (await PolicyQueries.FindAsync(db, policy, revision) is { } row)
                documents.Add(new(policy, revision, row.Document));
        return documents;
    }
}
