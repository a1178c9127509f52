using IwTune.Server.Storage;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>
/// The whole fleet's state as of an instant, counted by the store from the histories. Verdict and policy of a host stand in one row of its
/// history; what else a host was then is in texts that the store does not read, so only groups by policy are counted here.
/// </summary>
internal static class FleetThen
{
    /// <summary>Of more hosts that changed their facts since, the page costs more than reading the fleet host by host.</summary>
    private const int MostChanged = 2_000;

    /// <returns><see langword="null"/> when the fleet must be read host by host.</returns>
    public static async Task<ComplianceTally?> CountAsync(DbSession db, ComplianceQuestion asked, Watermark watermark)
    {
        if (asked.By != ComplianceQuestion.ByPolicy || watermark.DeletedBefore > 0)
            return null;
        var changed = await db.ListAsync<string>(
            "select distinct host_id from identity_changes where changed_at > @at limit @most",
            new { at = asked.At, most = MostChanged + 1L }
        );
        if (changed.Count > MostChanged)
            return null;
        var tally = new ComplianceTally(asked, watermark);
        foreach (var row in await db.ListAsync<FleetNow.Row>(Counts, new { at = asked.At, known = asked.Known }))
            tally.Add(row);
        await foreach (var host in HistoryReads.TheseAsync(db, asked.At, await PageAsync(db, asked, changed), asked.Known))
            if (host.IsMember(asked.At))
                tally.Keep(host);
        return tally;
    }

    /// <summary>
    /// Every host that the page may hold: the first by their present name of those that were called the same, and all others.
    /// </summary>
    private static async Task<IReadOnlyList<string>> PageAsync(DbSession db, ComplianceQuestion asked, IReadOnlyList<string> changed)
    {
        var (name, id) = asked.After is { } after ? (after.Name, after.Id) : ("", "");
        var first = await db.ListAsync<string>(
            "select id from hosts where enrolled_at <= @at and (retired_at is null or retired_at > @at) and (name > @name or (name = @name "
                + "and id > @id)) order by name, id limit @most",
            new
            {
                at = asked.At,
                name,
                id,
                most = asked.Limit + 1L + changed.Count,
            }
        );
        var others = changed.ToHashSet(StringComparer.Ordinal);
        return [.. first.Where(one => !others.Contains(one)).Take(asked.Limit + 1), .. changed];
    }

    private const string Counts = $"""
        select coalesce(c.verdict, '{nameof(Verdict.NeverSeen)}') as verdict,
               coalesce(c.reason, '{ComplianceEvaluator.NotCheckedIn}') as why, coalesce(c.policy, '') as name,
               coalesce(c.controls, '') as controls,
               min(coalesce(c.since, h.enrolled_at)) as since, cast(count(*) as bigint) as hosts
        from hosts h {HistoryReads.LastChange}
        where h.enrolled_at <= @at and (h.retired_at is null or h.retired_at > @at) group by 1, 2, 3, 4
        """;
}
