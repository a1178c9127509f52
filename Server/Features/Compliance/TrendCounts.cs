using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>
/// The whole fleet's counts over time, counted by the store: the first count, and for each instant the hosts that turned, enrolled and left
/// since the previous one. The size of the result does not grow with the fleet. A part of the fleet is followed host by host
/// (<see cref="TrendRun"/>); both give the same result.
/// </summary>
internal static class TrendCounts
{
    private const string Never = nameof(Verdict.NeverSeen);

    // The first instant that is not before it; in whole numbers, as TrendQuestion.At has it.
    private const string Bucket = "- @from) * @steps + @span - 1) / @span";

    private const string At = "(select p.verdict from verdict_changes p where p.host_id = ";

    private sealed class Row
    {
        public long Bucket { get; init; }
        public Verdict Verdict { get; init; }
        public Verdict Before { get; init; }
        public long Hosts { get; init; }
    }

    public static async Task<IReadOnlyList<ComplianceTrendPoint>> OfAsync(DbSession db, TrendQuestion asked)
    {
        var turns = Enumerable.Range(0, asked.Points).Select(_ => new Dictionary<Verdict, long>()).ToList();
        var given = new
        {
            from = asked.From,
            to = asked.To,
            steps = asked.Points - 1L,
            span = asked.To - asked.From,
        };
        foreach (var row in await db.ListAsync<Row>(First, given))
            Turn(turns[0], row.Verdict, row.Hosts);
        foreach (var row in await db.ListAsync<Row>(Turned, given))
        {
            Turn(turns[(int)row.Bucket], row.Verdict, row.Hosts);
            Turn(turns[(int)row.Bucket], row.Before, -row.Hosts);
        }
        foreach (var row in await db.ListAsync<Row>(Joined, given))
            Turn(turns[(int)row.Bucket], Verdict.NeverSeen, row.Hosts);
        foreach (var row in await db.ListAsync<Row>(Left, given))
            Turn(turns[(int)row.Bucket], row.Verdict, -row.Hosts);
        return Sums(asked, turns);
    }

    private const string First = $"""
        select coalesce({At} h.id and p.changed_at <= @from order by p.changed_at desc, p.id desc limit 1), '{Never}') as verdict,
            cast(count(*) as bigint) as hosts
        from hosts h where h.enrolled_at <= @from and (h.retired_at is null or h.retired_at > @from) group by 1
        """;

    // The previous change is mostly in the same span: only for the first change of each host the one before is looked up.
    private const string Turned = $"""
        select bucket, verdict, before, cast(count(*) as bigint) as hosts from (
          select ((c.changed_at {Bucket} as bucket, c.verdict,
                 coalesce(c.former, {At} c.host_id and p.changed_at < c.changed_at order by p.changed_at desc,
                     p.id desc limit 1), '{Never}') as before
          from (select host_id, changed_at, verdict, lag(verdict) over (partition by host_id order by changed_at, id) as former
                from verdict_changes where changed_at > @from and changed_at <= @to) c
          join hosts h on h.id = c.host_id
          where h.enrolled_at <= c.changed_at and (h.retired_at is null or h.retired_at > c.changed_at)) turned
        group by bucket, verdict, before
        """;

    private const string Joined =
        $"select ((h.enrolled_at {Bucket} as bucket, cast(count(*) as bigint) as hosts from hosts h where h.enrolled_at > @from and "
        + "h.enrolled_at <= @to group by 1";

    private const string Left = $"""
        select bucket, verdict, cast(count(*) as bigint) as hosts from (
          select ((h.retired_at {Bucket} as bucket,
                 coalesce({At} h.id and p.changed_at < h.retired_at order by p.changed_at desc, p.id desc limit 1), '{Never}') as verdict
          from hosts h where h.retired_at > @from and h.retired_at <= @to and h.enrolled_at <= @to) gone
        group by bucket, verdict
        """;

    private static void Turn(Dictionary<Verdict, long> turns, Verdict verdict, long by) =>
        turns[verdict] = turns.GetValueOrDefault(verdict) + by;

    private static List<ComplianceTrendPoint> Sums(TrendQuestion asked, List<Dictionary<Verdict, long>> turns)
    {
        var (points, sum) = (new List<ComplianceTrendPoint>(asked.Points), new Dictionary<Verdict, long>());
        for (var point = 0; point < asked.Points; point++)
        {
            foreach (var (verdict, by) in turns[point])
                Turn(sum, verdict, by);
            points.Add(
                new(
                    Clock.At(asked.At(point)),
                    (int)sum.Values.Sum(),
                    sum.Where(one => one.Value > 0).ToDictionary(one => one.Key, one => (int)one.Value)
                )
            );
        }
        return points;
    }
}
