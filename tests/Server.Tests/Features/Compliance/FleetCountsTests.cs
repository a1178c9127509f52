using System.Text.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance;

/// <summary>The counts that the store computes equal those counted host by host.</summary>
public sealed class FleetCountsTests
{
    [Theory]
    [InlineData(4UL)]
    [InlineData(7UL)]
    [InlineData(19UL)]
    public async Task Counts_of_the_whole_fleet_are_those_of_its_hosts_one_by_one(ulong seed)
    {
        await using var fleet = await RecordedFleet.StartAsync(seed);
        var start = fleet.Clock.Now();
        for (var i = 0; i < 120; i++)
            await fleet.StepAsync();
        var (everybody, end) = (HostSearch.Parse(null).Filter!, fleet.Clock.Now());
        foreach (
            var (from, to, points) in new[]
            {
                (start - 5, end, 7),
                (start + (end - start) / 3, end, 57),
                (start, start + (end - start) / 2, 200),
                (end - 1000, end, 2),
            }
        )
            await SameTrendAsync(fleet, new(from, to, everybody, points));
        foreach (var at in fleet.Record.Keys.Where((_, i) => i % 10 == 0).Append(start - 1).Append(end))
        foreach (var limit in new[] { 1, 3, 500 })
            await SameTallyAsync(fleet, new(at, everybody, ComplianceQuestion.ByPolicy, null, limit), FleetThen.CountAsync);
        foreach (var by in new[] { ComplianceQuestion.ByPolicy, ComplianceQuestion.ByOs, "site" })
        foreach (var limit in new[] { 1, 3, 500 })
            await SameTallyAsync(fleet, new(end, everybody, by, null, limit), async (db, asked) => await FleetNow.CountAsync(db, asked));
    }

    private static async Task SameTrendAsync(RecordedFleet fleet, TrendQuestion asked)
    {
        var (counted, followed) = await fleet.Database.ReadAsync(async db =>
        {
            var run = new TrendRun(asked);
            await foreach (var host in HistoryReads.MembersBetweenAsync(db, asked.From, asked.To))
                run.Add(host);
            await foreach (var change in HistoryReads.ChangesAsync(db, asked.From, asked.To))
                run.Change(change);
            return (await TrendCounts.OfAsync(db, asked), run.End());
        });
        Assert.Equal(followed.Select(Text), counted.Select(Text));

        static string Text(ComplianceTrendPoint point) =>
            $"{point.At:O} {point.Hosts}: "
            + $"{string.Join(", ", point.States.OrderBy(one => one.Key).Select(one => $"{one.Key} {one.Value}"))}";
    }

    private static async Task SameTallyAsync(
        RecordedFleet fleet,
        ComplianceQuestion asked,
        Func<DbSession, ComplianceQuestion, Task<ComplianceTally?>> count
    )
    {
        var watermark = new Watermark(null, null);
        var (counted, followed) = await fleet.Database.ReadAsync(async db =>
        {
            var tally = new ComplianceTally(asked);
            await foreach (var host in HistoryReads.MembersAsync(db, asked.At))
                tally.Add(host);
            return ((await count(db, asked))!.View(watermark), tally.View(watermark));
        });
        Assert.Equal(Text(followed), Text(counted));

        static string Text(FleetCompliance found) =>
            JsonSerializer.Serialize(
                found with
                {
                    Groups = [.. found.Groups.Select(group => group with { States = group.States.OrderBy(one => one.Key).ToDictionary() })],
                }
            );
    }
}
