using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.CheckIns;

public sealed class ContinuityTests
{
    [Fact]
    public async Task A_counter_that_goes_back_voids_the_secret_of_both_and_says_so_everywhere()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync(counter: 7)).StatusCode);
        await (await host.CheckInAsync(counter: 3)).ProblemAsync(HttpStatusCode.Conflict);
        await (await host.CheckInAsync(counter: 8)).ProblemAsync(HttpStatusCode.Conflict);
        await (await host.ReportAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "x")))).ProblemAsync(HttpStatusCode.Conflict);

        var detail = await api.GetAsync(FleetPaths.Host(host.Id), WireJson.Default.HostDetail);
        Assert.Single(detail.History, entry => entry.Kind == "CloneSuspected");
        var audit = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Single(audit.Entries, entry => entry.Action == "host.clone");
    }

    [Fact]
    public async Task Two_boots_that_take_turns_are_two_machines()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        foreach (var boot in new[] { "one", "one", "two" })
            Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync(boot: boot)).StatusCode);
        await (await host.CheckInAsync(boot: "one")).ProblemAsync(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task A_repeated_request_of_one_boot_is_no_clone_and_of_two_boots_is()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync(counter: 1)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync(counter: 1)).StatusCode);
        await (await host.CheckInAsync(counter: 1, boot: "another")).ProblemAsync(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task The_verdict_on_a_clone_survives_a_restart_and_so_does_the_counter()
    {
        var server = await RunningServer.StartAsync();
        var (cloned, honest) = (await server.EnrolAsync("a"), await server.EnrolAsync("b"));
        await cloned.CheckInAsync(counter: 7);
        await cloned.CheckInAsync(counter: 3);
        await honest.CheckInAsync(counter: 9);
        await server.StopAsync();

        await using var again = await RunningServer.StartAsync(server.Data);
        using var client = again.Client($"{AgentPaths.HostScheme} {cloned.Id}.{cloned.Reply.HostSecret}");
        await (await client.GetAsync(AgentPaths.Ping)).ProblemAsync(HttpStatusCode.Conflict);
        using var second = again.Client($"{AgentPaths.HostScheme} {honest.Id}.{honest.Reply.HostSecret}");
        var back = new TestHost(second, honest.Reply, honest.Facts);
        await (await back.CheckInAsync(counter: 8)).ProblemAsync(HttpStatusCode.Conflict);
    }
}
