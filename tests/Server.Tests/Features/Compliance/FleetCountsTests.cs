using System.Text.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;

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
        var points = new List<ComplianceTrendPoint>();
        foreach (
            var (from, to, instants) in new[]
            {
                (start - 5, end, 7),
                (start + (end - start) / 3, end, 57),
                (start, start + (end - start) / 2, 200),
                (end - 1000, end, 2),
            }
        )
            points.AddRange(await SameTrend.AssertAsync(fleet, new(from, to, everybody, instants)));
        Assert.Contains(points, point => point.WithoutPolicy > 0);
        foreach (var at in fleet.Record.Keys.Where((_, i) => i % 10 == 0).Append(start - 1).Append(end))
        foreach (var limit in new[] { 1, 3, 500 })
            await SameTallyAsync(fleet, new(at, everybody, ComplianceQuestion.ByPolicy, null, limit), FleetThen.CountAsync);
        foreach (var by in new[] { ComplianceQuestion.ByPolicy, ComplianceQuestion.ByOs, "site" })
        foreach (var limit in new[] { 1, 3, 500 })
            await SameTallyAsync(
                fleet,
                new(end, everybody, by, null, limit),
                async (db, asked, watermark) => await FleetNow.CountAsync(db, asked, watermark)
            );
    }

    [Fact]
    public async Task A_store_of_an_earlier_version_is_counted_from_its_whole_history()
    {
        await using var fleet = await RecordedFleet.StartAsync(11);
        var start = fleet.Clock.Now();
        for (var i = 0; i < 60; i++)
            await fleet.StepAsync();
        await fleet.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "drop index verdict_changes_by_time; alter table verdict_changes drop column former; "
                    + "create index verdict_changes_by_time on verdict_changes (changed_at, id, host_id, verdict)"
            )
        );
        var step = Migration.Of("sqlite").Single(one => one.Name == "0030_former_verdicts");
        await fleet.Database.WriteAsync(write => write.ExecuteAsync(step.Sql));
        await SameTrend.AssertAsync(fleet, new(start, fleet.Clock.Now(), HostSearch.Everybody, 57));
    }

    private static async Task SameTallyAsync(
        RecordedFleet fleet,
        ComplianceQuestion asked,
        Func<DbSession, ComplianceQuestion, Watermark, Task<ComplianceTally?>> count
    )
    {
        var watermark = new Watermark(null, null);
        var (counted, followed) = await fleet.Database.ReadAsync(async db =>
        {
            var tally = new ComplianceTally(asked, watermark);
            await foreach (var host in HistoryReads.MembersAsync(db, asked.At))
                tally.Add(host);
            return ((await count(db, asked, watermark))!.View(), tally.View());
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
