using IwTune.Server.Storage.Partitions;

namespace IwTune.Server.Tests.Storage.Partitions;

[Trait("Store", "both")]
public sealed class PartitionPlanTests
{
    private const long Day = 86_400_000;

    [Fact]
    public void Weeks_begin_on_Mondays_and_follow_the_partition_that_is_there()
    {
        var first = new TimePartition("evidence_first", long.MinValue, At("2026-11-30"));
        Assert.Equal(
            [Part("2026-11-30", "2026-12-07"), Part("2026-12-07", "2026-12-14")],
            PartitionPlan.Missing("evidence", [first, Rest], At("2026-11-29") + 7, PartitionSpan.Week)
        );
        Assert.Equal(
            [Part("2026-11-23", "2026-11-30"), Part("2026-11-30", "2026-12-07"), Part("2026-12-07", "2026-12-14")],
            PartitionPlan.Missing("evidence", [Rest], At("2026-11-23"), PartitionSpan.Week)
        );
    }

    [Fact]
    public void Quarters_come_when_reports_are_kept_long_and_end_where_weeks_begin()
    {
        var weeks = new[] { Part("2026-11-30", "2026-12-07"), Part("2027-02-01", "2027-02-08") };
        Assert.Equal(
            [Part("2026-10-01", "2026-11-30"), Part("2026-12-07", "2027-01-01")],
            PartitionPlan.Missing("evidence", weeks, At("2026-11-29"), PartitionSpan.Quarter).ToList()
        );
        Assert.Equal([Part("2027-04-01", "2027-07-01")], Missing("2027-03-20", [Part("2027-01-01", "2027-04-01")]));
        Assert.Empty(Missing("2027-02-20", [Part("2027-01-01", "2027-04-01")]));

        static IEnumerable<TimePartition> Missing(string now, IReadOnlyList<TimePartition> existing) =>
            PartitionPlan.Missing("evidence", existing, At(now), PartitionSpan.Quarter);
    }

    [Theory]
    [InlineData(7, "Week")]
    [InlineData(400, "Week")]
    [InlineData(401, "Quarter")]
    [InlineData(null, "Quarter")]
    public void The_span_follows_the_period(int? days, string span) => Assert.Equal(span, PartitionPlan.SpanOf(days).ToString());

    [Theory]
    [InlineData(2)]
    [InlineData(29)]
    public void Whatever_the_clock_and_the_period_do_no_two_overlap_and_the_next_two_weeks_are_there(int seed)
    {
        var random = new Random(seed);
        var (existing, now) = (new List<TimePartition> { Rest }, At("2026-11-29"));
        for (var step = 0; step < 400; step++)
        {
            var span = random.Next(5) == 0 ? PartitionSpan.Quarter : PartitionSpan.Week;
            existing.AddRange(PartitionPlan.Missing("evidence", existing, now, span).ToList());
            var ranges = existing.Where(one => !one.IsRest).OrderBy(one => one.From).ToList();
            Assert.All(ranges, one => Assert.True(one.From < one.Until));
            Assert.All(ranges.Zip(ranges.Skip(1)), two => Assert.True(two.First.Until <= two.Second.From));
            Assert.Equal(existing.Count, existing.Select(one => one.Name).Distinct().Count());
            for (var at = now; at <= now + (14 * Day); at += Day)
                Assert.Single(ranges, one => one.From <= at && at < one.Until);
            Assert.Empty(PartitionPlan.Missing("evidence", existing, now, span));
            now += random.Next(-30, random.Next(10) == 0 ? 900 : 40) * (Day / 3);
            if (random.Next(4) == 0)
                existing.RemoveAll(one => one.Until < now - (60 * Day));
        }
    }

    [Theory]
    [InlineData("FOR VALUES FROM (MINVALUE) TO ('1764547200000')", long.MinValue, 1764547200000)]
    [InlineData("FOR VALUES FROM ('-5') TO (7)", -5, 7)]
    [InlineData("FOR VALUES FROM ('5') TO (MAXVALUE)", 5, long.MaxValue)]
    [InlineData("DEFAULT", long.MinValue, long.MaxValue)]
    public void Bounds_are_read_as_PostgreSQL_writes_them(string bound, long from, long until) =>
        Assert.Equal(new TimePartition("one", from, until), TimePartition.Read("one", bound));

    private static TimePartition Rest => new("evidence_rest", long.MinValue, long.MaxValue);

    private static TimePartition Part(string from, string until) =>
        new($"evidence_{from.Replace("-", "", StringComparison.Ordinal)}", At(from), At(until));

    private static long At(string day) =>
        DateTimeOffset.Parse($"{day}T00:00:00Z", System.Globalization.CultureInfo.InvariantCulture).ToUnixTimeMilliseconds();
}
