using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using IwTune.Lab;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Storage.Replicas;

/// <summary>Long readings of a store with a real streaming standby.</summary>
[Collection(nameof(Replicated))]
[Trait("Store", "both")]
public sealed class LongReadTests : IDisposable
{
    private readonly Replicated replicated;
    private readonly TestClock clock;
    private readonly IDisposable time;
    private readonly MeterListener listener = new();
    private readonly ConcurrentQueue<string> counted = [];

    public LongReadTests(Replicated replicated)
    {
        (this.replicated, (clock, time)) = (replicated, TestClock.Running());
        listener.InstrumentPublished = (instrument, heard) =>
        {
            if (instrument.Name == "iwtune_long_readings")
                heard.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<long>(
            (_, _, tags, _) => counted.Enqueue(string.Join(' ', tags.ToArray().Select(tag => tag.Value)))
        );
        listener.Start();
    }

    public void Dispose()
    {
        listener.Dispose();
        time.Dispose();
    }

    [Fact]
    public async Task A_long_reading_runs_on_the_standby_as_a_role_that_can_only_read_and_a_short_one_on_the_primary()
    {
        using var store = await replicated.OpenAsync(clock);
        await ReadMoment.StoreAsync(store, 7);

        Assert.Equal(
            new()
            {
                Standby = true,
                Role = Replicated.Reader,
                Sequence = 7,
            },
            await store.LongReadAsync(ReadMoment.OfAsync)
        );
        Assert.False((await store.ReadAsync(ReadMoment.OfAsync)).Standby);
        Assert.False((await store.ReadAsync(ReadKind.Short, ReadMoment.OfAsync)).Standby);
        Assert.True((await store.ReadAsync(ReadKind.Long, ReadMoment.OfAsync)).Standby);
        Assert.Equal((ReplicaUse.Used, 0L), (store.Replica!.Use, store.Replica.BehindBytes));
        Assert.Equal(["replica none", "replica none"], counted);
    }

    [Fact]
    public async Task A_long_reading_sees_one_moment()
    {
        using var store = await replicated.OpenAsync(clock);
        await ReadMoment.StoreAsync(store, 8);

        var (before, after) = await store.LongReadAsync(async db =>
        {
            var first = await ReadMoment.OfAsync(db);
            await ReadMoment.StoreAsync(store, 9);
            await replicated.CaughtUpAsync();
            return (first, await ReadMoment.OfAsync(db));
        });

        Assert.True(before.Standby);
        Assert.Equal((8L, 8L), (before.Sequence, after.Sequence));
    }

    [Fact]
    public async Task What_was_stored_before_is_always_seen()
    {
        using var store = await replicated.OpenAsync(clock);
        for (var sequence = 100; sequence < 200; sequence++)
        {
            await ReadMoment.StoreAsync(store, sequence);
            Assert.Equal(sequence, (await store.LongReadAsync(ReadMoment.OfAsync)).Sequence);
        }
        Assert.Contains("replica none", counted);
    }

    [Fact]
    public async Task A_commit_that_does_not_wait_for_the_disk_is_seen_too()
    {
        replicated.Administer("alter database postgres set synchronous_commit = off");
        try
        {
            using var store = await replicated.OpenAsync(clock);
            for (var sequence = 200; sequence < 205; sequence++)
            {
                await ReadMoment.StoreAsync(store, sequence);
                Assert.Equal(sequence, (await store.LongReadAsync(ReadMoment.OfAsync)).Sequence);
            }
        }
        finally
        {
            replicated.Administer("alter database postgres reset synchronous_commit");
        }
    }

    [Fact]
    public async Task While_the_replay_pauses_the_primary_answers_with_the_newest()
    {
        using var store = await replicated.OpenAsync(clock);
        await replicated.Standby.PauseAsync();
        await ReadMoment.StoreAsync(store, 300);

        Assert.Equal((false, 300L), await WhereAsync(store));
        Assert.Equal(ReplicaUse.Behind, store.Replica!.Use);
        Assert.True(store.Replica.BehindBytes > 0);
        Assert.Matches("^not used, the primary answers instead: it is [0-9,]+ bytes of log behind the primary$", store.Replica.Sentence);
        Assert.Contains("primary behind", counted);

        replicated.Standby.Resume();
        await Until.TrueAsync(async () => await WhereAsync(store) == (true, 300), () => store.Replica!.Sentence);
    }

    [Fact]
    public async Task A_standby_that_stops_is_used_again_after_its_start()
    {
        using var store = await replicated.OpenAsync(clock);
        Assert.True((await WhereAsync(store)).Standby);
        replicated.Standby.Stop();
        await ReadMoment.StoreAsync(store, 400);

        Assert.Equal((false, 400L), await WhereAsync(store));
        Assert.Equal(ReplicaUse.Unreachable, store.Replica!.Use);
        Assert.Contains("it cannot be reached", store.Replica.Sentence, StringComparison.Ordinal);
        Assert.Contains("primary unreachable", counted);

        replicated.Standby.StartAgain();
        await clock.PassUntilAsync(
            TimeSpan.FromSeconds(1),
            async () => await WhereAsync(store) == (true, 400),
            () => store.Replica!.Sentence
        );
    }

    [Fact]
    public async Task A_standby_that_is_restarted_between_two_readings_costs_nothing_but_a_connection()
    {
        using var store = await replicated.OpenAsync(clock);
        Assert.True((await WhereAsync(store)).Standby);
        replicated.Reset();
        await replicated.CaughtUpAsync();

        Assert.True((await WhereAsync(store)).Standby, store.Replica!.Sentence);
    }

    [Fact]
    public async Task A_reading_that_the_replay_cancels_is_repeated_on_the_primary()
    {
        replicated.Standby.Sql("postgres", "alter system set max_standby_streaming_delay = '1ms'");
        replicated.Standby.Sql("postgres", "select pg_reload_conf()");
        using var store = await replicated.OpenAsync(clock);
        replicated.Administer("create table removed as select generate_series(1, 1000) as id");
        var tries = new List<bool>();

        var rows = await store.LongReadAsync(async db =>
        {
            tries.Add((await ReadMoment.OfAsync(db)).Standby);
            var seen = await db.ValueAsync<long>("select count(*) from removed");
            if (tries[^1])
            {
                Assert.Equal(1000, seen);
                var reading = db.ValueAsync<int>("select 1 from pg_sleep(50)");
                await Until.TrueAsync(
                    () =>
                        replicated.Standby.Sql("postgres", "select count(*) from pg_stat_activity where wait_event = 'PgSleep'").Trim()
                        == "1",
                    () => "the reading does not run"
                );
                replicated.Administer("delete from removed");
                replicated.Administer("vacuum removed");
                await reading;
            }
            return seen;
        });

        Assert.Equal(0, rows);
        Assert.Equal([true, false], tries);
        Assert.Equal(["primary conflict"], counted);
        Assert.Equal(ReplicaUse.Used, store.Replica!.Use);
        replicated.Standby.Sql("postgres", "alter system reset max_standby_streaming_delay");
        replicated.Reset();
    }

    [Fact]
    public async Task A_failure_of_the_work_itself_reaches_its_caller_once()
    {
        using var store = await replicated.OpenAsync(clock);
        var tries = 0;
        await Assert.ThrowsAsync<NotSupportedException>(() =>
            store.LongReadAsync<int>(_ =>
            {
                tries++;
                throw new NotSupportedException();
            })
        );
        await Assert.ThrowsAsync<StoreException>(() => store.LongReadAsync(db => db.ValueAsync<int>("select 1 from missing")));
        Assert.Equal(1, tries);
        Assert.Equal(["primary failed"], counted);
    }

    [Fact]
    public async Task Without_a_replica_a_long_reading_is_a_snapshot_of_the_primary()
    {
        using var store = await Replicated.OpenAsync(replicated.Url, null, clock);
        var (before, after) = await store.LongReadAsync(async db =>
        {
            var first = await ReadMoment.OfAsync(db);
            await ReadMoment.StoreAsync(store, first.Sequence + 1);
            return (first, await ReadMoment.OfAsync(db));
        });
        Assert.Equal((false, before), (after.Standby, after));
        Assert.Null(store.Replica);
        Assert.Empty(counted);
    }

    private static async Task<(bool Standby, long Sequence)> WhereAsync(Database store)
    {
        var seen = await store.LongReadAsync(ReadMoment.OfAsync);
        return (seen.Standby, seen.Sequence);
    }
}
