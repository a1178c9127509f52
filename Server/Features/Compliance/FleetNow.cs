using IwTune.Server.Storage;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>
/// The whole fleet's present state, counted by the store from the verdicts in force; of single hosts only the page is read.
/// </summary>
internal static class FleetNow
{
    public sealed class Row
    {
        public Verdict Verdict { get; init; }
        public string Why { get; init; } = "";
        public string Name { get; init; } = "";
        public string Controls { get; init; } = "";
        public long Since { get; init; }
        public long Hosts { get; init; }
    }

    public static async Task<ComplianceTally> CountAsync(DbSession db, ComplianceQuestion asked, Watermark watermark)
    {
        var tally = new ComplianceTally(asked, watermark);
        foreach (var row in await db.ListAsync<Row>(Counts(asked.By), new { label = asked.By }))
            tally.Add(row);
        var (name, id) = asked.After is { } after ? (after.Name, after.Id) : ("", "");
        var page = await db.ListAsync<string>(
            "select id from hosts where retired_at is null and (name > @name or (name = @name and id > @id)) order by name, id limit @most",
            new
            {
                name,
                id,
                most = asked.Limit + 1L,
            }
        );
        await foreach (var host in HistoryReads.TheseAsync(db, asked.At, page))
            tally.Keep(host);
        return tally;
    }

    private static string Counts(string by)
    {
        var name = by switch
        {
            ComplianceQuestion.ByPolicy => "coalesce(v.policy, '')",
            ComplianceQuestion.ByOs => "h.os_name",
            _ => "coalesce(l.value, '')",
        };
        var labels = by is ComplianceQuestion.ByPolicy or ComplianceQuestion.ByOs
            ? ""
            : "left join host_labels l on l.host_id = h.id and l.key = @label";
        return $"""
            select coalesce(v.verdict, '{nameof(
                Verdict.NeverSeen
            )}') as verdict, coalesce(v.reason, '{ComplianceEvaluator.NotCheckedIn}') as why, {name} as name,
                   coalesce(v.controls, '') as controls,
                   min(coalesce(v.changed_at, h.enrolled_at)) as since, cast(count(*) as bigint) as hosts
            from hosts h left join verdicts v on v.host_id = h.id {labels} where h.retired_at is null group by 1, 2, 3, 4
            """;
    }
}
