using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Enrolment;

public sealed class RestoredStoreTests
{
    /// <summary>A store in a file, so that an older one can replace it.</summary>
    private static ServerOptions OnFile(ServerOptions options) => options with { Database = null };

    [Fact]
    public async Task A_fleet_that_is_newer_than_the_store_converges_on_what_the_store_says()
    {
        var server = await RunningServer.StartAsync(with: OnFile);
        using (var api = await server.ApiAsync())
            await api.PublishAsync(Api.Iw3, assign: "*");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "before")));
        await server.StopAsync();
        var backup = Directory.CreateTempSubdirectory("iwtune-backup-").FullName;
        foreach (var file in Directory.GetFiles(server.Data, Database.FileName + "*"))
            File.Copy(file, Path.Combine(backup, Path.GetFileName(file)));

        server = await RunningServer.StartAsync(server.Data, OnFile);
        host = host.At(server);
        using var newer = await server.ApiAsync();
        await newer.PublishAsync(Api.Iw10);
        await newer.PublishAsync(Api.Iw10.Replace("10", "12", StringComparison.Ordinal));
        await host.TakeAsync();
        host.Reported = await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "after")));
        Assert.Equal(2, host.Reported);
        var (joined, join) = (await server.EnrolAsync("web-2"), await server.TokenAsync());
        (await host.RotateAsync("new")).EnsureSuccessStatusCode();
        (await host.Run(server, "r", "new").CheckInAsync()).EnsureSuccessStatusCode();
        var held = host.Held!;
        await server.StopAsync();

        foreach (var file in Directory.GetFiles(server.Data, Database.FileName + "*"))
            File.Delete(file);
        foreach (var file in Directory.GetFiles(backup))
            File.Copy(file, Path.Combine(server.Data, Path.GetFileName(file)));
        Directory.Delete(backup, recursive: true);
        await using var restored = await RunningServer.StartAsync(server.Data, OnFile);
        using var now = await restored.ApiAsync();

        Assert.True(restored.Get<Requirements>().Current.Sequence > held.Sequence);
        host = host.At(restored);
        var answer = await host.CheckInAsync(counter: 900);
        Assert.Equal($"{AgentWants.ReportsAfter}1", answer.Headers.GetValues(AgentPaths.WantsHeader).Single());
        var bundle = (await host.OpenAsync(answer))!;
        Assert.Equal(3, bundle.Content.Windows[0].InitCwnd);
        Assert.True(bundle.Sequence > held.Sequence);
        await (await host.Run(restored, "r", "new").CheckInAsync()).ProblemAsync(HttpStatusCode.Unauthorized);

        var lost = await (await joined.At(restored).CheckInAsync()).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(MembershipState.Unknown, lost.Membership?.State);
        Assert.Contains("enroll --again", lost.Detail, StringComparison.Ordinal);
        var unknown = await now.GetAsync(FleetPaths.UnknownCallers, EnrolmentJson.Default.IReadOnlyListUnknownCaller);
        Assert.Equal([joined.Id], unknown.Select(caller => caller.HostId));
        var audit = await now.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Single(audit.Entries, entry => entry.Action == "store.restored");
        var late = await restored
            .Client()
            .PostAsJsonAsync(AgentPaths.Enrol, new EnrolRequest(join, TestHost.FactsOf("x")), WireJson.Default.EnrolRequest);
        await late.ProblemAsync(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task Without_the_mark_the_first_host_that_is_ahead_tells_and_one_host_cannot_use_the_numbers_up()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        var host = await server.EnrolAsync();
        host.Held = new(4711, "sha256:of-a-store-that-was-restored", DateTimeOffset.MaxValue);
        Assert.Equal(4712, (await host.TakeAsync())!.Sequence);
        Assert.Equal(4711, server.Get<Requirements>().Current.Sequence);
        var liar = await server.EnrolAsync("liar");
        liar.Held = new(long.MaxValue - 10, "sha256:x", DateTimeOffset.MaxValue);
        await liar.TakeAsync();
        Assert.InRange(server.Get<Requirements>().Current.Sequence, 4711, 2_000_000);
        var audit = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Equal(2, audit.Entries.Count(entry => entry.Action == "store.behind"));
    }

    [Fact]
    public async Task One_host_moves_the_fleets_number_and_fills_the_audit_log_no_further()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        var liar = await server.EnrolAsync("liar");
        for (var i = 1; i <= 20; i++)
        {
            (liar.Held, liar.Floor) = (null, i * 900_000L);
            Assert.Equal(liar.Floor + 1, (await liar.TakeAsync())!.Sequence); // the bundle that the host accepts affects only that host
        }
        Assert.Equal(1_800_000, server.Get<Requirements>().Current.Sequence);
        var audit = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Equal(2, audit.Entries.Count(entry => entry.Action == "store.behind"));

        server.Clock.Advance(TimeSpan.FromHours(1));
        (liar.Held, liar.Floor) = (null, 18_900_000);
        await liar.TakeAsync();
        Assert.Equal(2_800_000, server.Get<Requirements>().Current.Sequence);
    }

    [Fact]
    public async Task A_host_that_put_a_higher_one_back_gets_one_above_that()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        var host = await server.EnrolAsync();
        (host.Held, host.Floor) = (new(50, "sha256:good", DateTimeOffset.MaxValue), 57);
        Assert.Equal(58, (await host.TakeAsync())!.Sequence);
    }

    [Fact]
    public async Task A_server_that_is_only_started_again_settles_nothing()
    {
        var server = await RunningServer.StartAsync();
        using (var api = await server.ApiAsync())
            await api.PublishAsync(Api.Iw3, assign: "*");
        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(server.Data);
        using var reader = await again.ApiAsync();
        Assert.DoesNotContain(
            (await reader.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries,
            entry => entry.Action == "store.restored"
        );
    }
}
