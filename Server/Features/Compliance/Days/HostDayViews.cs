using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Days;

/// <summary>The evidence of one host on one day, from one state of the store.</summary>
internal sealed class HostDayViews(Database database, JudgedPeriods periods, HostViews hosts)
{
    private sealed class EventRow
    {
        public long At { get; init; }
        public string Kind { get; init; } = "";
        public string Digest { get; init; } = "";
        public string Text { get; init; } = "";
    }

    /// <returns><see langword="null"/> when there is no such host that the caller may see.</returns>
    public async Task<HostDay?> OfAsync(string idOrName, DayQuestion day, CancellationToken ct) =>
        await hosts.ResolveAsync(idOrName, ct) is { } id ? await database.SnapshotAsync(db => ReadAsync(db, id, day), ct) : null;

    private async Task<HostDay?> ReadAsync(DbSession db, string id, DayQuestion day)
    {
        var (beginning, end) = (await ThenAsync(db, id, day.From), await ThenAsync(db, id, day.To));
        if (end is null)
            return null;
        var span = new
        {
            id,
            from = day.From,
            to = day.To,
        };
        var changes = await db.ListAsync<ChangeRow>(
            $"select {ChangeRow.Columns} from verdict_changes where host_id = @id and changed_at > @from and changed_at <= @to and "
                + "superseded_at is null order by changed_at, id",
            span
        );
        var events = await db.ListAsync<EventRow>(
            "select at, kind, digest, text from host_history where host_id = @id and at > @from and at <= @to order by at, id",
            span
        );
        var measurements = await db.ListAsync<string>(
            "select evidence from evidence where host_id = @id and received_at > @from and received_at <= @to order by number",
            span
        );
        var member = beginning is not null && IsMember(beginning, day.From);
        return new()
        {
            Id = id,
            Name = end.Kept.Host.Name,
            From = Clock.At(day.From),
            To = Clock.At(day.To),
            Complete = (await Watermark.AtAsync(db, periods, day.To)).Sentence,
            Beginning = member ? beginning!.View() : null,
            Changes = [.. changes.Select(row => row.View())],
            Events = [.. events.Select(row => new HostHistoryEntry(Clock.At(row.At), row.Kind, row.Digest, row.Text))],
            Measurements = [.. measurements.Select(json => JsonSerializer.Deserialize(json, WireJson.Default.Evidence)!)],
            Revisions = await RevisionsAsync(db, member ? beginning : null, changes),
        };
    }

    private static async Task<HostThen?> ThenAsync(DbSession db, string id, long at)
    {
        await foreach (var host in HistoryReads.TheseAsync(db, at, [id]))
            return host;
        return null;
    }

    private static bool IsMember(HostThen host, long at) => host.EnrolledAt <= at && (host.RetiredAt is null || host.RetiredAt > at);

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
