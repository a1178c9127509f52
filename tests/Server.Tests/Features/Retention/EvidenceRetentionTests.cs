using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Retention;

/// <summary>Evidence on PostgreSQL, which goes a week at a time.</summary>
[Trait("Store", "both")]
public sealed class EvidenceRetentionTests
{
    private const string Month = "reports=30d";
    private const long Day = 86_400_000;

    [Fact]
    public async Task Over_months_partitions_come_and_go_and_every_deleted_row_is_counted()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, Month);
        await store.HostAsync("a");
        await store.HostAsync("b");
        var (stored, deleted) = (0, 0L);
        for (var day = 1; day <= 120; day++)
        {
            await store.SweepAsync();
            deleted += await store.DeletedAsync();
            // Of the weeks of 30 days, the one that is partly older, this one and the next two.
            Assert.InRange((await store.PartitionsAsync()).Count, 2, 11);
            foreach (var host in (string[])["a", "b"])
            {
                await store.ReportAsync(host, day);
                stored++;
            }
            store.Clock.Jump(TimeSpan.FromDays(1));
        }
        await store.SweepAsync();
        deleted += await store.DeletedAsync();

        var rows = await store.RowsAsync();
        Assert.Equal(stored - rows.Count, deleted);
        var end = store.Clock.Now() - (30 * Day);
        Assert.Equal(60, rows.Count(row => row.ReceivedAt >= end));
        Assert.All(rows, row => Assert.True(row.ReceivedAt >= end - (7 * Day), $"{row} is more than a week too old"));
        Assert.DoesNotContain(await store.PartitionsAsync(), one => one.Name == "evidence_first");
        Assert.Equal(0, await store.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from evidence_rest")));
    }

    [Fact]
    public async Task A_legal_hold_keeps_exactly_its_rows_and_they_go_when_it_is_lifted()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, Month);
        await store.HostAsync("held");
        await store.HostAsync("other");
        var deleted = 0L;
        for (var day = 1; day <= 40; day++)
        {
            await SweepAsync();
            await store.ReportAsync("held", day);
            await store.ReportAsync("other", day);
            if (day == 25)
                await store.HoldAsync("case", "held", store.Clock.Now() - (10 * Day), store.Clock.Now() - (3 * Day));
            store.Clock.Jump(TimeSpan.FromDays(1));
        }
        var held = (await store.RowsAsync()).Where(row => row is { HostId: "held", Number: >= 15 and <= 22 }).ToList();
        Assert.Equal(8, held.Count);

        store.Clock.Jump(TimeSpan.FromDays(60));
        await SweepAsync();
        Assert.Equal(held, await store.RowsAsync());
        Assert.Equal(72, deleted);

        await store.LiftAsync("case");
        store.Clock.Jump(TimeSpan.FromDays(1));
        await SweepAsync();
        Assert.Empty(await store.RowsAsync());
        Assert.Equal(80, deleted);
        Assert.Equal(4, (await store.PartitionsAsync()).Count);

        async Task SweepAsync()
        {
            Assert.True(await store.SweepAsync());
            deleted += await store.DeletedAsync();
        }
    }

    [Fact]
    public async Task A_partition_that_is_being_read_stays_until_the_next_round_and_reports_are_stored_meanwhile()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, "reports=7d");
        await store.HostAsync("a");
        await store.ReportAsync("a", 1);
        store.Clock.Jump(TimeSpan.FromDays(20));
        var (reading, over) = (new TaskCompletionSource(), new TaskCompletionSource());
        var reader = store.Database.SnapshotAsync(async db =>
        {
            await db.ValueAsync<long>("select count(*) from evidence");
            reading.SetResult();
            await over.Task;
            return 0;
        });
        await reading.Task;

        Assert.True(await store.SweepAsync());
        Assert.Equal(0, await store.DeletedAsync());
        await store.ReportAsync("a", 2);
        Assert.Equal([1, 2], (await store.RowsAsync()).Select(row => row.Number));
        Assert.Equal("evidence_rest", await store.PlaceAsync("a", 2));

        over.SetResult();
        await reader;
        store.Clock.Jump(TimeSpan.FromDays(1));
        Assert.True(await store.SweepAsync());
        Assert.Equal(1, await store.DeletedAsync());
        Assert.Equal([2], (await store.RowsAsync()).Select(row => row.Number));
        Assert.NotEqual("evidence_rest", await store.PlaceAsync("a", 2));
    }

    [Fact]
    public async Task Reports_that_arrive_while_partitions_are_added_and_dropped_are_all_stored()
    {
        const int Lines = 300;
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, "reports=7d");
        var hosts = Enumerable.Range(0, 4).Select(i => $"host-{i}").ToList();
        foreach (var host in hosts)
            await store.HostAsync(host);
        var began = store.Clock.Now();
        var reports = hosts.Select(host =>
            Task.Run(async () =>
            {
                for (var number = 1; number <= Lines; number++)
                    await store.ReportAsync(host, number);
            })
        );
        var all = Task.WhenAll(reports);
        var rounds = 0;
        for (; rounds < 40 || !all.IsCompleted; rounds++)
        {
            store.Clock.Jump(TimeSpan.FromDays(1));
            Assert.True(await store.SweepAsync());
        }
        await all;
        var deleted = await store.Database.ReadAsync(db =>
            db.ListAsync<string>("select text from audit where action = 'retention.run' order by number")
        );
        Assert.True(rounds >= 40 && store.Clock.Now() - began >= 40 * Day);
        var left = await store.RowsAsync();
        Assert.Equal(left.Count, left.Select(row => (row.HostId, row.Number)).Distinct().Count());
        Assert.Equal((hosts.Count * Lines) - left.Count, deleted.Sum(Told));

        static long Told(string text) =>
            long.Parse(text.Split(" of history, ")[1].Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture);
    }

    [Fact]
    public async Task A_hosts_latest_evidence_is_in_order_over_several_partitions()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, Month);
        await store.HostAsync("a");
        await store.HostAsync("b");
        var began = store.Clock.Now();
        for (var number = 1; number <= 40; number++)
        {
            await store.SweepAsync();
            await store.ReportAsync("a", number, method: number % 4 == 0 ? EvidenceMethod.Passive : EvidenceMethod.FreshConnection);
            await store.ReportAsync("b", number);
            store.Clock.Jump(TimeSpan.FromHours(17));
        }
        Assert.True((await Task.WhenAll(Enumerable.Range(1, 40).Select(n => store.PlaceAsync("a", n)))).Distinct().Count() >= 4);
        var latest = await store.Database.ReadAsync(db => HostHistoryQueries.EvidenceAsync(db, "a", 12));
        var expected = Enumerable
            .Range(1, 40)
            .Where(n => n % 4 == 0)
            .TakeLast(12)
            .Concat(Enumerable.Range(1, 40).Where(n => n % 4 != 0).TakeLast(12));
        Assert.Equal(expected.OrderDescending(), latest.Select(one => one.EffectiveSegments!.Value));
        var between = await store.Database.ReadAsync(db => HostHistoryQueries.EvidenceBetweenAsync(db, "a", began, began + (10 * Day)));
        Assert.Equal(Enumerable.Range(2, 14), between.Select(one => one.EffectiveSegments!.Value));
    }
}
