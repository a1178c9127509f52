using System.Diagnostics;
using System.Globalization;
using Dapper;
using IwTune.Lab;
using IwTune.Lab.Databases;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Tests.Storage;

/// <summary>What is acknowledged when a PostgreSQL crashes, or commits without its standby.</summary>
[Trait("Store", "both")]
public sealed class FailoverTests : IDisposable
{
    private readonly PostgresCluster cluster = PostgresCluster.Start(durable: true, standbys: true);

    public void Dispose() => cluster.Dispose();

    /// <summary>
    /// A transaction whose records were not on the disk when the database crashed leaves no trace, and its number is given to another one.
    /// So does a failover.
    /// </summary>
    [Fact]
    public async Task A_transaction_that_a_crash_took_is_not_confirmed_by_another_one_with_its_number()
    {
        using var store = await OpenAsync();
        string? taken;
        await using (var connection = await store.Store.ConnectAsync(CancellationToken.None))
        {
            taken = await store.Store.BeginAsync(connection, WriteLane.Ordered, [], CancellationToken.None);
            await CrashAsync(await connection.ExecuteScalarAsync<int>("select pg_backend_pid()"));
            await store.Store.RollbackAsync(connection);
        }
        var number = taken!.Split(' ')[0];
        store.Store.ForgetConnections();
        await Until.TrueAsync(
            async () =>
            {
                try
                {
                    await store.WriteAsync(write => write.ExecuteAsync("update publication set sequence = sequence + 1"));
                    return await store.ReadAsync(db => db.ValueAsync<string?>($"select pg_xact_status('{number}'::xid8)")) == "committed";
                }
                catch (StoreException)
                {
                    // It starts again; or the number is still to come.
                    return false;
                }
            },
            () => $"no other transaction got the number {number}"
        );

        Assert.NotEqual(true, await store.Store.WasCommittedAsync(taken));
    }

    [Fact]
    public async Task A_commit_that_did_not_reach_the_standby_is_in_doubt()
    {
        using var store = await OpenAsync();
        await using var operating = await store.Store.ConnectAsync(CancellationToken.None);
        await operating.ExecuteAsync("alter system set synchronous_standby_names = 'absent'");
        await operating.ExecuteAsync("select pg_reload_conf()");

        var writing = store.WriteAsync(write => write.ExecuteAsync("update publication set sequence = sequence + 1"));
        // What the provider does when a statement takes too long, and an administrator who cleans up.
        await Until.TrueAsync(
            async () =>
                writing.IsCompleted
                || await operating.ExecuteScalarAsync<bool?>(
                    "select bool_or(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'"
                ) == true,
            () => "the commit does not wait for a standby"
        );

        var doubt = await Assert.ThrowsAsync<StoreException>(() => writing);
        Assert.Contains("check whether the change exists", doubt.Message, StringComparison.Ordinal);
    }

    private Task<Database> OpenAsync()
    {
        var problems = new List<string>();
        return Database.OpenAsync(new StorePlace("", PostgresAddress.Parse(cluster.Url("postgres"), problems)), TimeProvider.System);
    }

    private static async Task CrashAsync(int backend)
    {
        using var kill = Process.Start("kill", ["-KILL", backend.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync();
    }
}
