using System.Net;
using IwTune.Lab;
using IwTune.Server.Tests.Features.CheckIns;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Holds;

public sealed class HoldTests
{
    [Fact]
    public async Task What_an_administrator_held_stays_so_through_publish_rollback_rollout_assignment_labels_and_a_restart()
    {
        var server = await RunningServer.StartAsync();
        using var first = await server.ApiAsync();
        var (held, free) = (
            await server.EnrolAsync("web-1", labels: ("site", "fra")),
            await server.EnrolAsync("web-2", labels: ("site", "fra"))
        );
        await first.PublishAsync(HoldCalls.Iw(3), assign: "site:fra");
        await first.PublishAsync(HoldCalls.Iw(10));
        Assert.Equal(10, Window(await held.TakeAsync()));
        Assert.Equal(10, Window(await free.TakeAsync()));

        var hold = Assert.Single((await first.HoldAsync("web-1")).Holds);
        Assert.Equal(("edge", 2, ""), (hold.Policy, hold.Revision, hold.Lacks));
        Assert.Null(await held.TakeAsync());

        await first.PublishAsync(HoldCalls.Iw(12));
        Assert.Null(await held.TakeAsync());
        Assert.Equal(12, Window(await free.TakeAsync()));
        await first.RollbackAsync("edge", 1);
        Assert.Null(await held.TakeAsync());
        Assert.Equal(3, Window(await free.TakeAsync()));
        await server.RollOutAsync("edge", 3, held, free);
        Assert.Null(await held.TakeAsync());
        Assert.Equal(12, Window(await free.TakeAsync()));
        await first.PublishAsync(HoldCalls.Iw(20, "other"), assign: "*");
        await first.AssignAsync("other", "*", 100);
        Assert.Null(await held.TakeAsync());
        Assert.Equal(20, Window(await free.TakeAsync()));
        await first.RelabelAsync("web-1", ("site", "mars"));
        Assert.Null(await held.TakeAsync());

        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(server.Data);
        using var api = await again.ApiAsync();
        held = held.At(again);
        Assert.Null(await held.TakeAsync());
        await api.PublishAsync(HoldCalls.Iw(21, "other"));
        Assert.Null(await held.TakeAsync());
        Assert.Equal("other revision 2", (await api.DetailAsync("web-1")).Hold!.Lacks);

        // A host that lost its bundle gets the pinned one, not the current one.
        held.Held = null;
        Assert.Equal(10, Window(await held.TakeAsync()));

        await api.ReleaseAsync("web-1");
        Assert.Equal(21, Window(await held.TakeAsync()));
        Assert.Null((await api.DetailAsync("web-1")).Hold);
    }

    [Fact]
    public async Task A_host_that_is_held_without_a_policy_gets_none()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("web-1");
        await api.HoldAsync("web-1");
        await api.PublishAsync(HoldCalls.Iw(10), assign: "*");
        Assert.Null(await host.TakeAsync());
        Assert.Equal("edge revision 1", (await api.DetailAsync("web-1")).Hold!.Lacks);
        await api.ReleaseAsync("web-1");
        Assert.Equal(10, Window(await host.TakeAsync()));
    }

    [Fact]
    public async Task A_group_whose_hosts_are_all_held_keeps_its_last_good_policy_although_it_is_taken_away()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var hosts = new[]
        {
            await server.EnrolAsync("web-1", labels: ("role", "web")),
            await server.EnrolAsync("web-2", labels: ("role", "web")),
        };
        await api.PublishAsync(HoldCalls.Iw(10), assign: "role:web");
        foreach (var host in hosts)
            await host.TakeAsync();
        using (var answer = await api.TryHoldAsync(new(Selector: "role:web", Reason: "provider change")))
            Assert.Equal(
                (2, 2, 0),
                (await answer.ReadAsync(StandingJson.Default.HoldReply)) is var reply
                    ? (reply.Matched, reply.Held, reply.AlreadyHeld)
                    : default
            );

        var assignment = Assert.Single(await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
        (await api.DeleteAsync($"{FleetPaths.Assignment(assignment.Id)}?reason=over")).EnsureSuccessStatusCode();
        foreach (var host in hosts)
            Assert.Null(await host.TakeAsync());
        var detail = await api.DetailAsync("web-1");
        Assert.Equal(("edge", 1), (detail.Summary.Policy, detail.Summary.Revision));
        Assert.Contains("nothing is required from it", detail.Hold!.Lacks, StringComparison.Ordinal);

        // A host that enrols later is not held: the hosts that matched when the hold was set count.
        var late = await server.EnrolAsync("web-3", labels: ("role", "web"));
        Assert.Null(await late.TakeAsync());
        Assert.Null((await api.DetailAsync("web-3")).Hold);
        foreach (var host in hosts)
            await api.ReleaseAsync(host.Id);
        Assert.Empty((await hosts[0].TakeAsync())!.Content.Windows);
    }

    [Fact]
    public async Task A_hold_ends_by_itself_wakes_who_waits_and_the_audit_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("web-1");
        await api.PublishAsync(HoldCalls.Iw(3), assign: "*");
        await host.TakeAsync();
        await api.HoldAsync("web-1", seconds: 600);
        await api.PublishAsync(HoldCalls.Iw(10));
        var waiting = host.TakeAsync(wait: 20);
        await CheckInTests.WaitingAsync(server, 1);
        server.Clock.Jump(TimeSpan.FromMinutes(11));
        Assert.Equal(10, Window(await waiting));
        var lapse = Assert.Single(await api.AuditAsync("hold.lapse"));
        Assert.Equal("server", lapse.Actor);
        Assert.Contains("web-1", lapse.Text, StringComparison.Ordinal);
        Assert.Contains("edge revision 2", lapse.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_clock_that_jumps_ahead_ends_the_hold_for_good_and_one_that_goes_back_lets_it_last()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var lapse = server.Get<IwTune.Server.Features.Holds.HoldLapse>();
        await server.EnrolAsync("web-1");
        await api.HoldAsync("web-1", seconds: 1800);
        server.Clock.Jump(TimeSpan.FromHours(-5));
        Assert.Equal(0, await lapse.RunAsync(default));
        server.Clock.Jump(TimeSpan.FromHours(5.2));
        Assert.Equal(0, await lapse.RunAsync(default));
        Assert.NotNull((await api.DetailAsync("web-1")).Hold);

        server.Clock.Jump(TimeSpan.FromMinutes(40));
        await Until.TrueAsync(async () => (await api.DetailAsync("web-1")).Hold is null, () => "it is still held");
        server.Clock.Jump(TimeSpan.FromMinutes(-40));
        await lapse.RunAsync(default);
        Assert.Null((await api.DetailAsync("web-1")).Hold);
        Assert.Single(await api.AuditAsync("hold.lapse"));
    }

    [Fact]
    public async Task A_hold_that_was_over_while_the_server_was_down_ends_at_its_start()
    {
        var server = await RunningServer.StartAsync();
        using (var api = await server.ApiAsync())
        {
            await server.EnrolAsync("web-1");
            await api.HoldAsync("web-1", seconds: 60);
            // Dated back, as if it had been set long ago.
            await server.Database.WriteAsync(write =>
                write.ExecuteAsync("update holds set since = since - 600000, expires_at = expires_at - 600000")
            );
        }
        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(server.Data);
        using var after = await again.ApiAsync();
        await Until.TrueAsync(async () => (await after.DetailAsync("web-1")).Hold is null, () => "it is still held");
    }

    [Fact]
    public async Task Of_two_who_hold_the_same_host_at_once_one_holds_it_and_the_other_is_told_who()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        var answers = await Task.WhenAll(Enumerable.Range(0, 6).Select(i => api.TryHoldAsync(new("web-1", Reason: $"person {i}"))));
        var won = Assert.Single(answers, answer => answer.StatusCode == HttpStatusCode.OK);
        var hold = Assert.Single((await won.ReadAsync(StandingJson.Default.HoldReply)).Holds);
        foreach (var lost in answers.Where(answer => answer != won))
        {
            var told = await lost.ProblemAsync(HttpStatusCode.Conflict);
            Assert.Contains($"held by {Actors.Name(hold.By)}", told.Detail, StringComparison.Ordinal);
            Assert.Contains(hold.Reason, told.Detail, StringComparison.Ordinal);
        }
        Assert.Single(await api.AuditAsync("hold.set"));

        var released = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => api.TryReleaseAsync(new("web-1", Reason: "done"))));
        Assert.Single(released, answer => answer.StatusCode == HttpStatusCode.OK);
        Assert.Equal(5, released.Count(answer => answer.StatusCode == HttpStatusCode.Conflict));
        Assert.Single(await api.AuditAsync("hold.release"));
    }

    [Fact]
    public async Task A_release_of_one_hold_does_not_end_a_later_one_of_the_same_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        var old = Assert.Single((await api.HoldAsync("web-1")).Holds);
        await api.ReleaseAsync("web-1");
        await api.HoldAsync("web-1", reason: "another matter");
        using var answer = await api.TryReleaseAsync(new(Hold: old.Id, Reason: "from a page that is old"));
        Assert.Contains("not in force", (await answer.ProblemAsync(HttpStatusCode.Conflict)).Detail, StringComparison.Ordinal);
        Assert.Equal("another matter", (await api.DetailAsync("web-1")).Hold!.Reason);
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_a_request_is_told_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var both = await api.TryHoldAsync(new("web-1", "*", "", 5));
        Assert.Equal(
            ["host", "reason", "forSeconds"],
            (await both.ProblemAsync(HttpStatusCode.BadRequest)).Problems!.Select(problem => problem.Path)
        );
        using var nobody = await api.TryHoldAsync(new("web-1", Reason: "x"));
        Assert.Equal("host", Assert.Single((await nobody.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Path);
        using var reader = await server.ApiAsync(Role.Viewer);
        using var refused = await reader.TryHoldAsync(new("web-1", Reason: "x"));
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
    }

    [Fact]
    public async Task Above_half_of_the_fleet_the_number_has_to_be_said_to_hold_and_to_release()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 0; i < 12; i++)
            await server.EnrolAsync($"web-{i:00}", $"m{i}");
        using var unsaid = await api.TryHoldAsync(new(Selector: "host:web-*", Reason: "freeze"));
        Assert.Contains(
            "confirm with that number, 12",
            Assert.Single((await unsaid.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Rule,
            StringComparison.Ordinal
        );
        using var said = await api.TryHoldAsync(new(Selector: "host:web-*", Reason: "freeze", Confirm: 12));
        Assert.Equal(12, (await said.ReadAsync(StandingJson.Default.HoldReply)).Held);
        using var release = await api.TryReleaseAsync(new(Selector: "*", Reason: "over"));
        Assert.Equal("confirm", Assert.Single((await release.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Path);
        using var released = await api.TryReleaseAsync(new(Selector: "*", Reason: "over", Confirm: 12));
        Assert.Equal(12, (await released.ReadAsync(StandingJson.Default.ReleaseReply)).Released);
    }

    [Fact]
    public async Task A_machine_that_joins_anew_stays_held_and_one_that_left_is_not()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(HoldCalls.Iw(3), assign: "*");
        var first = await server.EnrolAsync("web-1", machine: "m-1");
        await api.HoldAsync("web-1");
        await api.PublishAsync(HoldCalls.Iw(10));
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        var anew = await TestHost.EnrolAsync(server, await server.TokenAsync(), first.Facts, first);
        Assert.Equal(3, Window(await anew.TakeAsync()));
        Assert.Equal(1, (await api.DetailAsync(anew.Id)).Hold!.Revision);

        using var retired = await api.PostAsync(
            FleetPaths.HostRetire(anew.Id),
            new StringContent("""{"reason":"gone"}""", System.Text.Encoding.UTF8, "application/json")
        );
        Assert.Equal(HttpStatusCode.NoContent, retired.StatusCode);
        Assert.Equal(0, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from holds where ended_at is null")));
    }

    private static int? Window(Bundle? bundle) => Assert.Single(bundle!.Content.Windows).InitCwnd;
}
