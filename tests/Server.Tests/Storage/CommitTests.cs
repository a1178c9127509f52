using System.Net;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;
using Microsoft.Data.Sqlite;

namespace IwTune.Server.Tests.Storage;

/// <summary>What the server knows in memory never runs ahead of what is stored.</summary>
public sealed class CommitTests
{
    [Fact]
    public async Task What_follows_a_commit_does_not_happen_when_the_commit_fails()
    {
        await using var server = await RunningServer.StartAsync();
        var told = new List<string>();
        await Assert.ThrowsAsync<SqliteException>(() => server.Database.WriteAsync(async write =>
        {
            write.AfterCommit(() => told.Add("failed"));
            // Asked only at the commit (sqlite.org/pragma.html#pragma_defer_foreign_keys).
            await write.ExecuteAsync("pragma defer_foreign_keys = on");
            return await write.ExecuteAsync("insert into verdicts (host_id, verdict, reason, changed_at) values ('nobody', 'Compliant', '', 0)");
        }));
        await server.Database.WriteAsync(write =>
        {
            write.AfterCommit(() => told.Add("kept"));
            return write.ExecuteAsync("update publication set sequence = sequence + 1");
        });
        Assert.Equal(["kept"], told);
    }

    [Fact]
    public async Task A_report_that_could_not_be_stored_leaves_the_host_as_it_was_known()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync("web-1");
        await host.CheckInAsync();
        var known = server.Get<HostDirectory>().Find(host.Id)!;
        var moved = new ReportLine { Number = 1, At = DateTimeOffset.UnixEpoch, Facts = TestHost.FactsOf("web-9") };

        await BreakAsync(server, "update of report_number on hosts");
        await (await host.ReportAsync(moved)).ProblemAsync(HttpStatusCode.ServiceUnavailable);
        Assert.Equal("web-1", known.Identity.Name);

        await MendAsync(server);
        Assert.Equal(moved.Number, await host.DurableAsync(moved));
        Assert.Equal("web-9", known.Identity.Name);
    }

    [Fact]
    public async Task A_verdict_that_could_not_be_stored_is_still_due()
    {
        await using var server = await RunningServer.StartAsync();
        await BreakAsync(server, "insert on verdicts");
        var host = await server.EnrolAsync();
        var (judge, known) = (server.Get<Judge>(), server.Get<HostDirectory>().Find(host.Id)!);

        await Assert.ThrowsAsync<SqliteException>(() => server.Database.WriteAsync(async write =>
        {
            await judge.RunAsync(write, known);
            return 0;
        }));
        Assert.True(judge.IsDue(known));
    }

    [Fact]
    public async Task A_clone_that_could_not_be_recorded_is_found_again()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        await host.CheckInAsync(counter: 10);

        await BreakAsync(server, "insert on audit");
        await (await host.CheckInAsync(counter: 3)).ProblemAsync(HttpStatusCode.ServiceUnavailable);
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync(counter: 11)).StatusCode);

        await MendAsync(server);
        await (await host.CheckInAsync(counter: 3)).ProblemAsync(HttpStatusCode.Conflict);
        Assert.Equal(1, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from audit where action = 'host.clone'")));
    }

    private static Task<int> BreakAsync(RunningServer server, string at) => server.Database.WriteAsync(write =>
        write.ExecuteAsync($"create trigger broken before {at} begin select raise(abort, 'broken for a test'); end"));

    private static Task<int> MendAsync(RunningServer server) => server.Database.WriteAsync(write => write.ExecuteAsync("drop trigger broken"));
}
