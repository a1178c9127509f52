using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Storage;

[Trait("Store", "file")]
public sealed class FullDiskTests
{
    [Fact]
    public async Task On_a_full_disk_a_change_is_refused_whole_and_made_when_there_is_room_again()
    {
        using var disk = SmallDisk.Require();
        await using var server = await RunningServer.StartAsync(disk.Data);
        using var api = await server.ApiAsync();
        var once = await server.TokenAsync(uses: 1);
        var host = await server.EnrolAsync();

        disk.Fill();
        using (var refused = await api.TryPublishAsync(Api.Iw3, assign: "*"))
        {
            var problem = await refused.ProblemAsync(HttpStatusCode.ServiceUnavailable);
            Assert.StartsWith("Nothing of this call was stored. Repeat it later;", problem.Detail, StringComparison.Ordinal);
            Assert.NotNull(refused.Headers.RetryAfter);
        }
        await (await EnrolAsync(server, once)).ProblemAsync(HttpStatusCode.ServiceUnavailable);
        Assert.Empty(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
        Assert.Equal(1, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from hosts")));
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);

        disk.MakeRoom();
        Assert.Equal(1, (await api.PublishAsync(Api.Iw3, assign: "*")).Revision);
        (await EnrolAsync(server, once)).EnsureSuccessStatusCode();
        Assert.NotNull(await host.TakeAsync());
    }

    [Fact]
    public async Task A_full_disk_does_not_end_the_server_and_verdicts_go_on_when_there_is_room()
    {
        using var disk = SmallDisk.Require();
        await using var server = await RunningServer.StartAsync(disk.Data);
        var stopping = server.Get<Microsoft.Extensions.Hosting.IHostApplicationLifetime>().ApplicationStopping;
        var host = await server.EnrolAsync();

        disk.Fill();
        await host.CheckInAsync();
        await RoundsAsync(
            server,
            () => Task.FromResult(server.Running<VerdictSweep>().IsFailing && server.Get<PresenceWriter>().IsFailing)
        );
        Assert.False(stopping.IsCancellationRequested);

        disk.MakeRoom();
        await RoundsAsync(server, async () => await SeenAsync(server) > 0 && await VerdictsAsync(server) > 0);
    }

    [Fact]
    public async Task Calls_that_fail_by_the_store_do_not_flood_the_log()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var log = new LogRecorder();
        server.Get<ILoggerFactory>().AddProvider(log);
        await server.BreakAsync("insert on policies");
        for (var call = 0; call < ApiFaults.LinesPerMinute + 5; call++)
            using (var refused = await api.TryPublishAsync(Api.Iw3))
                Assert.Equal(HttpStatusCode.ServiceUnavailable, refused.StatusCode);
        Assert.Equal(ApiFaults.LinesPerMinute, log.Lines.Count(line => line.StartsWith("The store failed at", StringComparison.Ordinal)));
        server.Clock.Advance(TimeSpan.FromMinutes(2));
        using (await api.TryPublishAsync(Api.Iw3)) { }
        Assert.Contains("5 more calls that failed by the store are not in this log", log.Lines);
    }

    /// <summary>Lets the server's own rounds run until a condition holds.</summary>
    private static Task RoundsAsync(RunningServer server, Func<Task<bool>> holds) =>
        server.Clock.PassUntilAsync(TimeSpan.FromSeconds(1), holds, () => "the rounds change nothing");

    private static Task<HttpResponseMessage> EnrolAsync(RunningServer server, string token) =>
        server
            .Client()
            .PostAsJsonAsync(AgentPaths.Enrol, new EnrolRequest(token, TestHost.FactsOf("web-2")), WireJson.Default.EnrolRequest);

    private static Task<long> VerdictsAsync(RunningServer server) =>
        server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from verdicts where verdict <> 'NeverSeen'"));

    private static Task<long> SeenAsync(RunningServer server) =>
        server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from presence where seen_at > 0"));
}
