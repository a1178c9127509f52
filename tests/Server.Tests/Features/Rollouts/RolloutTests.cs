using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

public sealed class RolloutTests
{
    [Fact]
    public async Task A_revision_goes_ring_by_ring_and_is_released_at_the_end()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        var hosts = await server.FleetAsync(anna, 5);
        var to = await anna.StageAsync(Api.Iw10);

        var planned = await anna.RollAsync(to);
        Assert.Equal((RolloutState.AwaitingApproval, 5, 1), (planned.Summary.State, planned.Summary.Hosts, planned.Needed));
        Assert.Contains("0 of 1 approval", planned.Summary.Sentence, StringComparison.Ordinal);
        Assert.Equal([1, 4], planned.Rings.Select(ring => ring.Hosts));

        await ben.ApproveAsync(planned);
        // The sentence is written by the evaluation after the one that admits.
        var first = await server.UntilAsync(
            anna,
            planned.Summary.Id,
            [],
            rollout => rollout.Summary.Sentence.Contains("Ring 1 of 2: 0 of 1 host has revision 2, 1 on its way", StringComparison.Ordinal)
        );
        Assert.Equal(1, first.Summary.Admitted);
        var took = 0;
        foreach (var host in hosts)
            took += await host.FollowAsync() == 2 ? 1 : 0;
        Assert.Equal(1, took);

        var done = await server.UntilAsync(anna, planned.Summary.Id, hosts, RolloutState.Complete);
        Assert.Equal((5, 5, 0), (done.Summary.Admitted, done.Summary.Applied, done.Summary.Failed));
        Assert.Equal(
            [
                RolloutEventKind.Planned,
                RolloutEventKind.Approved,
                RolloutEventKind.Started,
                RolloutEventKind.RingStarted,
                RolloutEventKind.GatePassed,
                RolloutEventKind.RingStarted,
                RolloutEventKind.GatePassed,
                RolloutEventKind.Completed,
            ],
            done.Events.Reverse().Select(happened => happened.Kind)
        );
        Assert.Equal(2, (await anna.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Released);
        Assert.All(done.Rings, ring => Assert.Equal(GateVerdict.Pass, ring.Gate?.Verdict));
        foreach (var host in hosts)
            Assert.Null(await host.TakeAsync());
    }

    [Fact]
    public async Task A_host_that_fails_takes_the_revision_back_from_everybody()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 4);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        await server.UntilAsync(anna, rollout.Summary.Id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.FollowAsync(fails: true);

        var back = await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.RolledBack);
        Assert.Contains("Revision 3 publishes the content of revision 1", back.Summary.Sentence, StringComparison.Ordinal);
        Assert.Contains("apply failures", back.Summary.Sentence, StringComparison.Ordinal);
        Assert.Equal(1, back.Summary.Admitted);
        Assert.Contains(back.Events, happened => happened.Kind == RolloutEventKind.GateFailed);
        using var auditor = await server.ApiAsync(Role.Auditor);
        var audit = await auditor.GetAsync($"{FleetPaths.Audit}?action=rollout.gate*", AuditJson.Default.AuditPage);
        Assert.Equal("rollout.gate.fail", Assert.Single(audit.Entries).Action);
        foreach (var host in hosts)
        {
            await host.TakeAsync();
            Assert.Null(await host.TakeAsync());
        }
        Assert.Equal(3, (await anna.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Released);
    }
}
