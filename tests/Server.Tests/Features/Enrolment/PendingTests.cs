using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Enrolment;

public sealed class PendingTests
{
    private static readonly CreateTokenRequest Approved = new()
    {
        Kind = TokenKind.Enrolment,
        Approve = true,
        Name = "rack-7",
        Labels = new Dictionary<string, string> { ["site"] = "fra" },
    };

    [Fact]
    public async Task A_host_that_waits_gets_nothing_is_shown_and_is_a_member_once_approved()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        await server.EnrolAsync("old-web-1", "machine-1");
        var host = await TestHost.EnrolAsync(server, await server.TokenAsync(Approved), "web-1", "machine-1");
        Assert.NotNull(host.Reply.WaitsUntil);
        var refused = await host.CheckInAsync();
        var problem = await refused.ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal(MembershipState.Waiting, problem.Membership?.State);
        Assert.NotNull(refused.Headers.RetryAfter);
        await (await host.ReportAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "x")))).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(1, server.Get<HostDirectory>().Count);

        var shown = Assert.Single((await api.GetAsync(FleetPaths.Pending, EnrolmentJson.Default.PendingPage)).Hosts);
        Assert.Equal(("web-1", PendingState.Waiting, "rack-7", "fra"), (shown.Name, shown.State, shown.Token, shown.Labels["site"]));
        Assert.Equal(["old-web-1"], shown.Twins);
        Assert.NotNull(shown.LastCall);
        Assert.Equal(1, (await DecideAsync(api, FleetPaths.Approve, new(Host: "web-1"))).Matched);
        Assert.NotNull(await host.TakeAsync());
        Assert.Empty((await api.GetAsync(FleetPaths.Pending + "?all=true", EnrolmentJson.Default.PendingPage)).Hosts);
        await (
            await api.PostAsJsonAsync(FleetPaths.Approve, new PendingDecision("web-1"), EnrolmentJson.Default.PendingDecision)
        ).ProblemAsync(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task Hosts_are_approved_and_refused_by_selector_and_a_refused_one_is_told_who_and_why()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { ApproveHosts = true });
        using var api = await server.ApiAsync();
        var token = await server.TokenAsync();
        var web = await Task.WhenAll(Enumerable.Range(0, 5).Select(i => TestHost.EnrolAsync(server, token, $"web-{i}")));
        var odd = await TestHost.EnrolAsync(server, token, TestHost.WindowsFactsOf("odd-1"));
        await (
            await api.PostAsJsonAsync(FleetPaths.Refuse, new PendingDecision(Selector: "os:windows"), EnrolmentJson.Default.PendingDecision)
        ).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal(1, (await DecideAsync(api, FleetPaths.Refuse, new(Selector: "os:windows", Reason: "not ours"))).Matched);
        Assert.Equal(5, (await DecideAsync(api, FleetPaths.Approve, new(Selector: "*"))).Matched);
        foreach (var host in web)
            Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
        var problem = await (await odd.CheckInAsync()).ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal(MembershipState.Refused, problem.Membership?.State);
        Assert.Contains("not ours", problem.Detail, StringComparison.Ordinal);
        var audit = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Equal(5, audit.Entries.Count(entry => entry.Action == "host.approve"));
        Assert.Single(audit.Entries, entry => entry.Action == "host.refuse");
        using var reader = await server.ApiAsync(Role.Operator);
        Assert.Equal(
            HttpStatusCode.Forbidden,
            (
                await reader.PostAsJsonAsync(FleetPaths.Approve, new PendingDecision(Selector: "*"), EnrolmentJson.Default.PendingDecision)
            ).StatusCode
        );
    }

    [Fact]
    public async Task Who_is_not_approved_in_time_has_to_ask_anew_and_racing_approvals_make_one_member()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var late = await TestHost.EnrolAsync(server, await server.TokenAsync(Approved), "late");
        server.Clock.Jump(TimeSpan.FromDays(8));
        Assert.Equal(MembershipState.Lapsed, (await (await late.CheckInAsync()).ProblemAsync(HttpStatusCode.Forbidden)).Membership?.State);
        using var later = await server.ApiAsync();
        await (
            await later.PostAsJsonAsync(FleetPaths.Approve, new PendingDecision("late"), EnrolmentJson.Default.PendingDecision)
        ).ProblemAsync(HttpStatusCode.Conflict);

        var host = await TestHost.EnrolAsync(server, await server.TokenAsync(Approved), "web-1");
        var answers = await Task.WhenAll(
            Enumerable
                .Range(0, 8)
                .Select(_ => later.PostAsJsonAsync(FleetPaths.Approve, new PendingDecision(host.Id), EnrolmentJson.Default.PendingDecision))
        );
        Assert.Single(answers, answer => answer.IsSuccessStatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
    }

    private static async Task<HostsDecided> DecideAsync(HttpClient api, string path, PendingDecision decision) =>
        await (await api.PostAsJsonAsync(path, decision, EnrolmentJson.Default.PendingDecision)).ReadAsync(
            EnrolmentJson.Default.HostsDecided
        );
}
