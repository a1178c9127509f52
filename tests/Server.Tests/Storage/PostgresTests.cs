using Dapper;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Moving;
using IwTune.Server.Storage.Postgres;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Storage;

/// <summary>Differences of PostgreSQL from a file, which must not be visible.</summary>
[Trait("Store", "both")]
public sealed class PostgresTests
{
    [Fact]
    public async Task Servers_that_start_at_once_make_one_schema_and_text_is_ordered_by_its_bytes()
    {
        var place = Place(await TestStore.EmptyPostgresAsync());
        var stores = await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => Database.OpenAsync(place, TimeProvider.System)));
        Assert.Equal(
            Migration.Of("postgres").Count,
            await stores[0].ReadAsync(db => db.ValueAsync<long>("select count(*) from migrations"))
        );
        Assert.Equal(
            0,
            await stores[0]
                .ReadAsync(db =>
                    db.ValueAsync<long>(
                        "select count(*) from information_schema.columns where table_schema = current_schema() and data_type = 'text' "
                            + "and collation_name is distinct from 'C'"
                    )
                )
        );
        foreach (var store in stores)
            store.Dispose();
    }

    [Fact]
    public async Task A_writer_is_ended_after_eight_silent_seconds_and_an_export_or_a_move_may_wait_for_its_other_end()
    {
        var place = Place(await TestStore.EmptyPostgresAsync());
        string allowed = "";
        await using (var empty = new PostgresStore(place.Postgres!))
            await Filling.RunAsync(
                empty,
                replace: false,
                async filled =>
                {
                    allowed = await LimitAsync(filled);
                    return 0;
                },
                TimeProvider.System
            );
        using var store = await Database.OpenAsync(place, TimeProvider.System);
        Assert.Equal("30min", allowed);
        Assert.Equal("30min", await store.SnapshotAsync(LimitAsync));
        Assert.Equal("8s", await store.WriteAsync(LimitAsync));

        static Task<string> LimitAsync(DbSession session) =>
            session.ValueAsync<string>("select current_setting('idle_in_transaction_session_timeout')");
    }

    [Theory]
    [InlineData(3)]
    [InlineData(250)]
    public async Task New_rows_are_stored_alike_whether_they_are_few_or_so_many_that_they_are_copied(int count)
    {
        using var store = await Database.OpenAsync(Place(await TestStore.EmptyPostgresAsync()), TimeProvider.System);
        var rows = Enumerable
            .Range(0, count)
            .Select(i => new object?[] { $"{i}", "host", i % 2 == 0 ? null : i, 7L, "Kind", "", "größer" })
            .ToList();
        await store.WriteAsync(async write =>
        {
            await write.ManyAsync(HistoryQueries.Entries, rows);
            return 0;
        });
        Assert.Equal(
            count,
            await store.ReadAsync(db =>
                db.ValueAsync<long>("select count(*) from host_history where host_id = 'host' and at = 7 and text = 'größer'")
            )
        );
        Assert.Equal(
            Enumerable.Range(0, count).Where(i => i % 2 == 1).Sum(),
            await store.ReadAsync(db => db.ValueAsync<long>("select cast(sum(report_number) as bigint) from host_history"))
        );
    }

    [Fact]
    public async Task Writers_of_two_servers_never_overlap_and_hosts_keep_only_their_own_waiting()
    {
        var place = Place(await TestStore.EmptyPostgresAsync());
        using var one = await Database.OpenAsync(place, TimeProvider.System);
        using var other = await Database.OpenAsync(place, TimeProvider.System);
        // Read, then written: lost updates would show.
        await Task.WhenAll(
            Enumerable
                .Range(0, 40)
                .Select(i =>
                    (i % 2 == 0 ? one : other).WriteAsync(async write =>
                    {
                        var sequence = await write.ValueAsync<long>("select sequence from publication");
                        return await write.ExecuteAsync("update publication set sequence = @next", new { next = sequence + 1 });
                    })
                )
        );
        Assert.Equal(40, await one.ReadAsync(db => db.ValueAsync<long>("select sequence from publication")));

        // Two ingest writes run at a time, and an ordered write waits for them.
        var (inside, go) = (new TaskCompletionSource(), new TaskCompletionSource());
        var first = one.IngestAsync(
            [],
            async write =>
            {
                inside.SetResult();
                await go.Task;
                return 0;
            }
        );
        await inside.Task;
        Assert.Equal(1, await other.IngestAsync([], write => Task.FromResult(1)));
        var ordered = other.WriteAsync(write => Task.FromResult(2));
        Assert.False(ordered.IsCompleted);
        go.SetResult();
        Assert.Equal((0, 2), (await first, await ordered));
    }

    [Fact]
    public async Task What_has_an_order_among_all_is_undone_and_done_again_in_order()
    {
        using var store = await Database.OpenAsync(Place(await TestStore.EmptyPostgresAsync()), TimeProvider.System);
        var runs = 0;
        await store.IngestAsync(
            [],
            async write =>
            {
                runs++;
                await write.ExecuteAsync("update publication set sequence = sequence + 1");
                write.InOrder();
                return 0;
            }
        );
        Assert.Equal(2, runs);
        Assert.Equal(1, await store.ReadAsync(db => db.ValueAsync<long>("select sequence from publication")));
    }

    [Fact]
    public async Task Connections_that_the_database_ended_are_replaced_and_a_transaction_that_lost_its_own_says_that_nothing_is_stored()
    {
        using var store = await Database.OpenAsync(Place(await TestStore.EmptyPostgresAsync()), TimeProvider.System);
        await EndOthersAsync(store);
        Assert.Equal(0, await store.ReadAsync(db => db.ValueAsync<long>("select sequence from publication")));
        await EndOthersAsync(store);
        Assert.Equal(0, await store.LongReadAsync(db => db.ValueAsync<long>("select sequence from publication")));
        await EndOthersAsync(store);
        await store.WriteAsync(write => write.ExecuteAsync("update publication set sequence = 1"));
        var lost = await Assert.ThrowsAsync<StoreException>(() =>
            store.WriteAsync(async write =>
            {
                await write.ExecuteAsync("update publication set sequence = 2");
                await EndOthersAsync(store);
                return await write.ExecuteAsync("update publication set sequence = 3");
            })
        );
        Assert.StartsWith("Nothing of this call was stored.", lost.Message, StringComparison.Ordinal);
        Assert.Equal(1, await store.ReadAsync(db => db.ValueAsync<long>("select sequence from publication")));
    }

    [Fact]
    public async Task Whether_a_transaction_was_committed_can_be_asked_when_the_answer_was_lost()
    {
        using var store = await Database.OpenAsync(Place(await TestStore.EmptyPostgresAsync()), TimeProvider.System);
        await using var connection = await store.Store.ConnectAsync(CancellationToken.None);
        var kept = await store.Store.BeginAsync(connection, WriteLane.Ordered, [], CancellationToken.None);
        await connection.ExecuteAsync("commit");
        var undone = await store.Store.BeginAsync(connection, WriteLane.Ordered, [], CancellationToken.None);
        await connection.ExecuteAsync("rollback");
        Assert.Equal((true, false), (await store.Store.WasCommittedAsync(kept), await store.Store.WasCommittedAsync(undone)));
    }

    [Theory]
    [InlineData("mysql://root@db/iwtune", "begins with postgres://")]
    [InlineData("postgres://db/iwtune", "a user is missing")]
    [InlineData("postgres://me@db", "the name of a database is missing")]
    [InlineData("postgres://me@db:99999/iwtune", "the port is a number of 1..65535")]
    [InlineData("postgres://me@/iwtune", "a host is missing")]
    [InlineData("postgres://me@db/iwtune?sslmode=maybe", "sslmode 'maybe' is none of")]
    [InlineData("postgres://me@db/iwtune?ssl=on", "'ssl' is not known")]
    [InlineData("postgres://me@db/iwtune?sslrootcert=/no/such.pem", "there is no file /no/such.pem")]
    public void An_address_that_cannot_be_meant_is_refused_by_the_name_of_the_option(string url, string told)
    {
        var problems = new List<string>();
        Assert.Null(StorePlace.Read("/data", url, null, problems).Postgres);
        Assert.Contains(
            problems,
            problem => problem.StartsWith("--database: ", StringComparison.Ordinal) && problem.Contains(told, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("postgres://me:s3cret@db.example:6432/iwtune", "postgres://me@db.example:6432/iwtune")]
    [InlineData("postgres://me:s3cret@[::1]/iwtune", "postgres://me@[::1]:5432/iwtune")]
    [InlineData("postgresql://me:p%40s3cret@/iwtune?host=/run/postgresql", "postgres://me@/iwtune?host=/run/postgresql")]
    public void An_address_is_shown_without_its_password(string url, string shown)
    {
        var address = Place(url).Postgres!;
        Assert.Equal(shown, address.Shown);
        Assert.DoesNotContain("s3cret", address.ToString(), StringComparison.Ordinal);
        Assert.EndsWith("s3cret", address.Password, StringComparison.Ordinal);
    }

    [Fact]
    public void A_list_becomes_an_array_and_nothing_else_changes()
    {
        Assert.Equal(
            "select 1 where a = any(@ids) and b <> all(@others) and c = @in",
            PostgresText.Of("select 1 where a in @ids and b not in @others and c = @in")
        );
        var values = Assert.IsType<DynamicParameters>(
            PostgresValues.Of("a in @ids", new { ids = Enumerable.Repeat("x", 1), rest = new object() })
        );
        Assert.Equal(["x"], values.Get<string[]>("ids"));
    }

    private static StorePlace Place(string url) => StorePlace.Read("", url, null, new List<string>());

    private static Task EndOthersAsync(Database store) => TestStore.EndConnectionsAsync(store.Shown);
}
