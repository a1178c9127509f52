using IwTune.Server.Features.Compliance;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Retention;

/// <summary>A stored legal hold.</summary>
internal sealed class LegalHoldRow
{
    public string Id { get; init; } = "";
    public string Name { get; init; } = "";
    public string Selector { get; init; } = "";
    public long FromAt { get; init; }
    public long UntilAt { get; init; }
    public string Author { get; init; } = "";
    public string Reason { get; init; } = "";
    public long CreatedAt { get; init; }
    public long? LiftedAt { get; init; }
    public string LiftedBy { get; init; } = "";
    public string LiftedReason { get; init; } = "";
    public long Hosts { get; init; }

    public LegalHold View() =>
        new()
        {
            Id = Id,
            Name = Name,
            Selector = Selector,
            From = Clock.At(FromAt),
            Until = UntilAt == long.MaxValue ? null : Clock.At(UntilAt),
            Hosts = Hosts,
            Author = Author,
            Reason = Reason,
            Created = Clock.At(CreatedAt),
            Lifted = Clock.At(LiftedAt),
            LiftedBy = LiftedBy,
            LiftedReason = LiftedReason,
        };
}

internal static class LegalHoldQueries
{
    private const string Columns = """
        select h.id, h.name, h.selector, h.from_at, h.until_at, h.author, h.reason, h.created_at, h.lifted_at, h.lifted_by, h.lifted_reason,
               (select count(*) from legal_hold_hosts m where m.hold_id = h.id) as hosts
        from legal_holds h
        """;

    public static Task<IReadOnlyList<LegalHoldRow>> ListAsync(DbSession db) =>
        db.ListAsync<LegalHoldRow>(Columns + " order by h.id desc limit 1000");

    /// <summary>A page of them, the newest first.</summary>
    public static Task<IReadOnlyList<LegalHoldRow>> PageAsync(DbSession db, PageWindow window) =>
        db.ListAsync<LegalHoldRow>(
            Columns + " where cast(@after as text) is null or h.id < @after order by h.id desc limit @rows",
            new { after = window.After, rows = window.Rows }
        );

    public static Task<IReadOnlyList<LegalHoldRow>> InForceAsync(DbSession db) =>
        db.ListAsync<LegalHoldRow>(Columns + " where h.lifted_at is null order by h.id");

    public static Task<LegalHoldRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<LegalHoldRow>(Columns + " where h.id = @id", new { id });

    /// <summary>Adds the hosts that match by the store's last data of them, including hosts that left.</summary>
    public static async Task CoverAsync(DbSession write, string holdId, Selector selector)
    {
        var matching = new List<string>();
        await foreach (
            var host in write.StreamAsync<HostThen>(
                """
                select h.id, h.enrolled_at, h.retired_at, i.identity, v.verdict, v.policy
                from hosts h
                join identity_changes i on i.id = (select x.id from identity_changes x where x.host_id = h.id order by x.changed_at desc,
                    x.id desc limit 1)
                left join verdicts v on v.host_id = h.id
                """
            )
        )
        {
            if (selector.Matches(host))
                matching.Add(host.Id);
        }
        foreach (var host in matching)
            await write.ExecuteAsync(
                "insert into legal_hold_hosts (hold_id, host_id) values (@holdId, @host) on conflict (host_id, hold_id) do nothing",
                new { holdId, host }
            );
    }
}
