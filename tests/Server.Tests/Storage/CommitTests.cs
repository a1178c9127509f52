using System.Net;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Storage;

/// <summary>The server's memory is never ahead of the store.</summary>
public sealed class CommitTests
{
    [Fact]
    public async Task What_follows_a_commit_does_not_happen_when_the_commit_fails()
    {
        await using var server = await RunningServer.StartAsync();
        var told = new List<string>();
        await Assert.ThrowsAsync<StoreException>(() =>
            server.Database.WriteAsync(async write =>
            {
                write.AfterCommit(() => told.Add("failed"));
                // Checked only at the commit (sqlite.org/pragma.html#pragma_defer_foreign_keys,
                // postgresql.org/docs/15/sql-set-constraints.html).
                await write.ExecuteAsync(
                    TestStore.IsPostgres
                        ? "alter table verdicts alter constraint verdicts_host_id_fkey deferrable initially deferred"
                        : "pragma defer_foreign_keys = on"
                );
                return await write.ExecuteAsync(
                    "insert into verdicts (host_id, verdict, reason, changed_at) values ('nobody', 'Compliant', '', 0)"
                );
            })
        );
        await server.Database.WriteAsync(write =>
        {
            write.AfterCommit(() => told.Add("kept"));
            return write.ExecuteAsync("update publication set sequence = sequence + 1");
        });
        Assert.Equal(["kept"], told);
    }

    [Fact]
    public async Task A_call_that_fails_after_it_stored_something_does_not_say_that_nothing_was_stored()
    {
        await using var server = await RunningServer.StartAsync();
        Assert.StartsWith("Nothing of this call was stored.", await CallAsync(stores: false), StringComparison.Ordinal);
        Assert.Contains("check what exists before you repeat it", await CallAsync(stores: true), StringComparison.Ordinal);
        Assert.StartsWith("Nothing of this call was stored.", await CallAsync(stores: false), StringComparison.Ordinal);

        async Task<string> CallAsync(bool stores)
        {
            CallWrites.Begin();
            if (stores)
                await server.Database.WriteAsync(write => write.ExecuteAsync("update publication set sequence = sequence + 1"));
            var failed = await Assert.ThrowsAsync<StoreException>(() =>
                server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from nowhere"))
            );
            return failed.ForCaller;
        }
    }

    /// <summary>
    /// The state after a power failure is not tested here. The test checks that SQLite is set to wait for the disk before any transaction,
    /// on every connection.
    /// </summary>
    [Fact, Trait("Store", "file")]
    public async Task What_is_committed_to_a_file_is_on_the_disk_before_anybody_is_told()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Database = null });
        await LookAsync(4);

        // Each read keeps a connection, so that each write has another one.
        async Task<int> LookAsync(int more)
        {
            Assert.Equal(2, await server.Database.WriteAsync(write => write.ValueAsync<long>("pragma synchronous")));
            return more == 0
                ? 0
                : await server.Database.ReadAsync(async db => await db.ValueAsync<int>("select 1") + await LookAsync(more - 1));
        }
    }

    [Fact]
    public async Task A_report_that_could_not_be_stored_leaves_the_host_as_it_was_known()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync("web-1");
        await host.CheckInAsync();
        var known = server.Get<HostDirectory>().Find(host.Id)!;
        var moved = new ReportLine
        {
            Number = 1,
            At = DateTimeOffset.UnixEpoch,
            Facts = TestHost.FactsOf("web-9"),
        };

        await server.BreakAsync("update of report_number on hosts");
        var problem = await (await host.ReportAsync(moved)).ProblemAsync(HttpStatusCode.ServiceUnavailable);
        Assert.StartsWith("Nothing of this call was stored.", problem.Detail, StringComparison.Ordinal);
        // The database's own words are for the log.
        Assert.DoesNotContain("broken for a test", problem.Detail, StringComparison.Ordinal);
        Assert.Equal("web-1", known.Identity.Name);

        await server.MendAsync();
        Assert.Equal(moved.Number, await host.DurableAsync(moved));
        Assert.Equal("web-9", known.Identity.Name);
    }

    [Fact]
    public async Task A_verdict_that_could_not_be_stored_is_still_due()
    {
        await using var server = await RunningServer.StartAsync();
        await server.BreakAsync("insert on verdicts");
        var host = await server.EnrolAsync();
        var (judge, known) = (server.Get<Judge>(), server.Get<HostDirectory>().Find(host.Id)!);

        await Assert.ThrowsAsync<StoreException>(() =>
            server.Database.WriteAsync(async write =>
            {
                await judge.RunAsync(write, known);
                return 0;
            })
        );
        Assert.True(judge.IsDue(known));
    }

    [Fact]
    public async Task Two_machines_that_could_not_be_recorded_are_found_again()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var copy = host.Run(server, "copy");
        await server.BreakAsync("insert on audit");
        Assert.Contains(HttpStatusCode.ServiceUnavailable, await ByTurnsAsync(host, copy));
        Assert.Null(server.Get<HostDirectory>().Find(host.Id)!.Shared);

        await server.MendAsync();
        Assert.Contains(HttpStatusCode.Conflict, await ByTurnsAsync(host, copy));
        Assert.Equal(
            1,
            await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from audit where action = 'host.clone'"))
        );
    }

    /// <summary>Checks in with both machines until an answer differs from those that a single machine gets.</summary>
    private static async Task<IReadOnlyList<HttpStatusCode>> ByTurnsAsync(TestHost host, TestHost copy)
    {
        var codes = new List<HttpStatusCode>();
        while (codes.Count < 40 && codes.TrueForAll(code => code is HttpStatusCode.OK or HttpStatusCode.NoContent))
        {
            foreach (var (machine, boot) in new[] { (host, "boot-a"), (copy, "boot-b") })
            {
                using var answer = await machine.CheckInAsync(boot: boot);
                codes.Add(answer.StatusCode);
            }
        }
        return codes;
    }
}
