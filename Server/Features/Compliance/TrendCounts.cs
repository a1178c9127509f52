using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>
/// The whole fleet's counts over time, counted by the store: the present count, less what changed since the first instant, and for each
/// instant the hosts that turned, enrolled and left since the previous one. The size of the result does not grow with the fleet, and only
/// changes are read. A part of the fleet is followed host by host (<see cref="TrendRun"/>); both give the same result.
/// </summary>
internal static class TrendCounts
{
    private const string Never = nameof(Verdict.NeverSeen);

    // The first instant that is not before it; in whole numbers, as TrendQuestion.At has it.
    private const string Bucket = "- @from) * @steps + @span - 1) / @span";

    private sealed class Row
    {
        /// <summary>From which instant on it counts; <see langword="null"/> in the present count.</summary>
        public long? Bucket { get; init; }

        /// <summary><see langword="null"/> for those of the compliant ones that have no policy.</summary>
        public Verdict? Verdict { get; init; }

        /// <summary>Positive for hosts that came to the verdict, negative for those that had it before or left.</summary>
        public long Hosts { get; init; }
    }

    public static async Task<IReadOnlyList<ComplianceTrendPoint>> OfAsync(DbSession db, TrendQuestion asked)
    {
        var (first, turns) = (new Dictionary<Verdict, long>(), new Dictionary<Verdict, long>[asked.Points]);
        var withoutPolicy = new long[asked.Points];
        var given = new
        {
            from = asked.From,
            steps = asked.Points - 1L,
            span = asked.To - asked.From,
        };
        foreach (var row in await db.ListAsync<Row>(Changes, given))
        {
            if (row.Verdict is not { } verdict)
            {
                if (row.Bucket < asked.Points)
                    withoutPolicy[row.Bucket.Value] += row.Hosts;
                continue;
            }
            Turn(first, verdict, row.Bucket is null ? row.Hosts : -row.Hosts);
            if (row.Bucket is { } bucket && bucket < asked.Points)
                Turn(turns[bucket] ??= [], verdict, row.Hosts);
        }
        turns[0] = first;
        return Sums(asked, turns, withoutPolicy);
    }

    // One statement, so that all counts are of one moment. Verdicts of hosts that left stay in the store. The history has no former policy
    // to turn back by. How long a host was compliant without one is in few rows, which have an index of their own.
    private const string Changes = $"""
        with gone as materialized (select id, retired_at from hosts where retired_at is not null),
        turned as materialized (
          select ((c.changed_at {Bucket} as bucket, c.verdict, c.former, cast(count(*) as bigint) as hosts
          from verdict_changes c left join gone g on g.id = c.host_id
          where c.superseded_at is null and c.changed_at > @from and c.verdict <> c.former
            and (g.retired_at is null or g.retired_at > c.changed_at)
          group by 1, 2, 3),
        stays as materialized (
          select c.changed_at as came, g.retired_at as gone_at, (
              select n.changed_at from verdict_changes n
              where n.host_id = c.host_id and n.superseded_at is null and (n.changed_at, n.id) > (c.changed_at, c.id)
              order by n.changed_at, n.id limit 1) as turned_at
          from verdict_changes c left join gone g on g.id = c.host_id
          where c.superseded_at is null and {VerdictsInForce.RequiresNothing}),
        ended as materialized (
          select came, case when gone_at < turned_at or turned_at is null then gone_at else turned_at end as ended_at from stays)
        select bucket, verdict, hosts from turned
        union all
        select bucket, case when former = '' then '{Never}' else former end, -hosts from turned
        union all
        select ((enrolled_at {Bucket}, '{Never}', cast(count(*) as bigint) from hosts where enrolled_at > @from group by 1
        union all
        select bucket, verdict, -cast(count(*) as bigint) from (
          select ((g.retired_at {Bucket} as bucket,
                 coalesce((select p.verdict from verdict_changes p where p.host_id = g.id and p.changed_at < g.retired_at
                     and p.superseded_at is null order by p.changed_at desc, p.id desc limit 1), '{Never}') as verdict
          from gone g where g.retired_at > @from) left_since
        group by bucket, verdict
        union all
        select null, verdict, cast(count(*) as bigint) from verdicts where host_id not in (select id from gone) group by verdict
        union all
        select null, '{Never}', (select count(*) from hosts where retired_at is null)
          - (select count(*) from verdicts where host_id not in (select id from gone))
        union all
        select case when came <= @from then 0 else ((came {Bucket} end, null, cast(count(*) as bigint) from ended
        where ended_at is null or (ended_at > came and ended_at > @from) group by 1
        union all
        select ((ended_at {Bucket}, null, -cast(count(*) as bigint) from ended where ended_at > came and ended_at > @from group by 1
        """;

    private static void Turn(Dictionary<Verdict, long> turns, Verdict verdict, long by) =>
        turns[verdict] = turns.GetValueOrDefault(verdict) + by;

    private static List<ComplianceTrendPoint> Sums(TrendQuestion asked, Dictionary<Verdict, long>?[] turns, long[] withoutPolicy)
    {
        var (points, sum, without) = (new List<ComplianceTrendPoint>(asked.Points), new Dictionary<Verdict, long>(), 0L);
        for (var point = 0; point < asked.Points; point++)
        {
            foreach (var (verdict, by) in turns[point] ?? [])
                Turn(sum, verdict, by);
            without += withoutPolicy[point];
            points.Add(
                new(
                    Clock.At(asked.At(point)),
                    (int)sum.Values.Sum(),
                    sum.Where(one => one.Value > 0).ToDictionary(one => one.Key, one => (int)one.Value)
                )
                {
                    WithoutPolicy = (int)without,
                }
            );
        }
        return points;
    }
}
