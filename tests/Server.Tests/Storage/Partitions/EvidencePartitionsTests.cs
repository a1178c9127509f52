using Dapper;
using IwTune.Lab;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Partitions;
using IwTune.Server.Storage.Postgres;
using IwTune.Server.Tests.Features.Retention;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Storage.Partitions;

[Trait("Store", "both")]
public sealed class EvidencePartitionsTests
{
    private const string Rows = "select md5(string_agg(cast(e as text), ' ' order by host_id, number)) from evidence e";

    [Fact]
    public async Task An_upgrade_keeps_every_row_in_place_and_copies_are_still_refused()
    {
        var place = StorePlace.Read("", await TestStore.EmptyPostgresAsync(), null, new List<string>());
        string before;
        await using (var former = new PostgresStore(place.Postgres!))
        {
            await using var connection = await former.ConnectAsync(CancellationToken.None);
            await Migrator.ApplyAsync(
                former,
                connection,
                [.. Migration.Of("postgres").Where(step => step.Number <= 40)],
                TimeProvider.System
            );
            // Of the last two years, and one row of a server whose clock was a month ahead.
            await connection.ExecuteAsync(
                """
                insert into evidence select 'host-' || i % 7, i, 'target', 'FreshConnection', i,
                  cast(extract(epoch from now()) * 1000 as bigint) - case i when 1 then -2592000000 else i * 60000000 end, true, '{}'
                from generate_series(cast(1 as bigint), 1000) i
                """
            );
            before = (await connection.ExecuteScalarAsync<string>(Rows))!;
        }
        using var store = await Database.OpenAsync(place, TimeProvider.System);
        Assert.Equal(before, await store.ReadAsync(db => db.ValueAsync<string>(Rows)));
        Assert.Equal(
            [("evidence_first", 999L), ("evidence_rest", 1L)],
            await store.ReadAsync(db =>
                db.ListAsync<(string, long)>(
                    "select cast(cast(tableoid as regclass) as text), count(*) from evidence group by 1 order by 1"
                )
            )
        );
        var refused = await Assert.ThrowsAsync<StoreException>(() =>
            store.WriteAsync(write => write.ExecuteAsync("insert into evidence select * from evidence where number = 500"))
        );
        Assert.True(refused.IsOfTheCall);
        Assert.Equal(before, await store.ReadAsync(db => db.ValueAsync<string>(Rows)));
    }

    [Fact]
    public async Task Partitions_are_no_tables_of_the_store()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, "reports=7d");
        await using var connection = await store.Database.Store.ConnectAsync(CancellationToken.None);
        var before = await store.Database.Store.TablesAsync(connection);
        await store.SweepAsync();
        Assert.Equal(4, (await store.PartitionsAsync()).Count);
        Assert.Equal(before, await store.Database.Store.TablesAsync(connection));
        Assert.Single(before, table => table.StartsWith("evidence", StringComparison.Ordinal));
        using var file = await AgingStore.FileAsync(AgingStore.Wednesday, "");
        await using var other = await file.Database.Store.ConnectAsync(CancellationToken.None);
        Assert.Equal(await file.Database.Store.TablesAsync(other), before);
    }

    [Fact]
    public async Task Rows_of_a_clock_that_was_ahead_move_to_their_week_when_it_is_made()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, "reports=90d");
        await store.HostAsync("a");
        await store.SweepAsync();
        await store.ReportAsync("a", 1, ahead: 60);
        await store.ReportAsync("a", 2);
        Assert.Equal("evidence_rest", await store.PlaceAsync("a", 1));
        Assert.Equal("evidence_first", await store.PlaceAsync("a", 2));
        for (var day = 0; day < 50; day++)
        {
            store.Clock.Jump(TimeSpan.FromDays(1));
            Assert.True(await store.SweepAsync());
        }
        var place = await store.PlaceAsync("a", 1);
        Assert.True((await store.PartitionsAsync()).Single(one => one.Name == place).IsWeek);
        Assert.Equal([1, 2], (await store.RowsAsync()).Select(row => row.Number));
    }

    [Fact]
    public async Task A_reader_that_comes_while_rows_move_finds_all_of_them()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, "reports=90d");
        await store.HostAsync("a");
        await store.ReportAsync("a", 1);
        await store.ReportAsync("a", 2, ahead: 7);
        await using var other = await store.Database.Store.ConnectAsync(CancellationToken.None);
        await using var watch = await store.Database.Store.ConnectAsync(CancellationToken.None);
        // The move gives up after two seconds. A busy machine may need longer for the other steps.
        while (await ReadAsideAsync() is var (moved, read))
        {
            Assert.Equal([1, 2], read.Select(row => row.Number));
            if (moved)
                break;
        }
        Assert.NotEqual("evidence_rest", await store.PlaceAsync("a", 2));

        async Task<(bool Moved, IReadOnlyList<AgingStore.Kept> Read)> ReadAsideAsync()
        {
            await using var held = await other.BeginTransactionAsync();
            await other.ExecuteAsync("select from evidence_rest", transaction: held);
            var moving = EvidencePartitions.PrepareAsync(store.Database, store.Clock.Now(), PartitionSpan.Week);
            await WaitAsync(1, moving);
            var reading = store.RowsAsync();
            await WaitAsync(2, moving);
            await held.RollbackAsync();
            var read = await reading;
            return (await Record.ExceptionAsync(() => moving) is null, read);
        }

        Task WaitAsync(int many, Task moving) =>
            Until.TrueAsync(
                async () =>
                    moving.IsCompleted
                    || await watch.ExecuteScalarAsync<int>(
                        "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
                    ) == many,
                () => $"no {many} statements wait"
            );
    }

    [Fact]
    public async Task Two_servers_that_look_at_once_make_each_partition_once_and_one_of_them_deletes()
    {
        var (url, clock) = (await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday);
        using var one = await AgingStore.PostgresAsync(url, clock, "reports=7d");
        using var other = await AgingStore.PostgresAsync(url, clock, "reports=7d");
        await one.HostAsync("a");
        for (var week = 0; week < 6; week++)
        {
            await one.ReportAsync("a", week + 1);
            clock.Jump(TimeSpan.FromDays(7));
            var rounds = await Task.WhenAll(one.SweepAsync(), other.SweepAsync(), other.SweepAsync());
            Assert.Single(rounds, ran => ran);
            // The server that did not delete may have added what the other one listed a moment before.
            Assert.InRange((await one.PartitionsAsync()).Count, 4, 7);
        }
        Assert.InRange((await one.RowsAsync()).Count, 1, 2);
    }

    [Fact]
    public async Task Beside_a_default_partition_that_takes_long_to_read_none_is_added()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, "reports=7d");
        await store.HostAsync("a");
        await store.ReportAsync("a", 1, ahead: 60);
        Assert.False(await EvidencePartitions.PrepareAsync(store.Database, store.Clock.Now(), PartitionSpan.Week, most: 8191));
        Assert.Equal(2, (await store.PartitionsAsync()).Count);
        Assert.True(await EvidencePartitions.PrepareAsync(store.Database, store.Clock.Now(), PartitionSpan.Week, most: 8192));
        Assert.True(await EvidencePartitions.PrepareAsync(store.Database, store.Clock.Now(), PartitionSpan.Week, most: 0));
        Assert.Equal(4, (await store.PartitionsAsync()).Count);
    }

    [Fact]
    public async Task Too_many_rows_to_move_at_once_stay_in_the_default_partition_and_are_deleted_one_by_one()
    {
        using var store = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), AgingStore.Wednesday, "reports=7d");
        await store.HostAsync("a");
        store.Clock.Jump(TimeSpan.FromDays(10));
        var at = store.Clock.Now();
        await store.Database.WriteAsync(write =>
            write.ExecuteAsync("insert into evidence select 'a', i, '', '', 0, @at, true, '' from generate_series(1, 100001) i", new { at })
        );
        await store.SweepAsync();
        Assert.Equal("evidence_rest", await store.PlaceAsync("a", 1));
        Assert.DoesNotContain(await store.PartitionsAsync(), one => !one.IsRest && one.From <= at && at < one.Until);
        store.Clock.Jump(TimeSpan.FromDays(8));
        await store.SweepAsync();
        Assert.Equal(100_001, await store.DeletedAsync());
    }
}
