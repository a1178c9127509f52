using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>
/// Simultaneous actions of two people, or of a person and the fleet, have a defined outcome, and the audit log records it.
/// </summary>
public sealed class RaceTests
{
    private const string Iw4 = "policy: edge\nwindow: { initcwnd: 4 }\nscopes: [default]\n";

    private static Task<RunningServer> ServerAsync() => RunningServer.StartAsync(with: options => options with { Approvals = 0 });

    [Fact]
    public async Task A_publication_during_a_rollout_supersedes_it_for_every_host()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 3);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        await server.UntilAsync(anna, rollout.Summary.Id, [], one => one.Summary.Admitted == 1);
        await anna.PublishAsync(Iw4);
        var ended = await anna.RolloutAsync(rollout.Summary.Id);
        Assert.Equal((RolloutState.Superseded, RolloutEventKind.Superseded), (ended.Summary.State, ended.Events[0].Kind));
        Assert.Equal("Revision 3 was published to every host by token anna-operator.", ended.Summary.Sentence);
        // Webhooks and the audit log learn the end of a rollout from its own entry, not from that of the publication.
        Assert.Equal(
            $"Policy edge, revision 2: {ended.Summary.Sentence}",
            await server.Database.ReadAsync(db =>
                db.ValueAsync<string>(
                    "select text from audit where action = 'rollout.supersede' and subject = @subject",
                    new { subject = $"rollout:{rollout.Summary.Id}" }
                )
            )
        );
        foreach (var host in hosts)
            Assert.Equal(3, await host.FollowAsync());
        await anna.TryTellAsync(rollout.Summary.Id, RolloutAction.Resume).RefusedAsync(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task A_rollback_of_the_policy_during_a_rollout_takes_the_revision_from_those_who_had_it()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 3);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        await server.UntilAsync(anna, rollout.Summary.Id, hosts.Take(3), one => one.Summary.Admitted >= 1);
        await anna.RollbackAsync("edge", 1);
        Assert.Contains(
            (await anna.RolloutAsync(rollout.Summary.Id)).Summary.State,
            (RolloutState[])[RolloutState.Superseded, RolloutState.Complete]
        );
        foreach (var host in hosts)
        {
            await host.FollowAsync();
            Assert.Null(await host.TakeAsync());
        }
        Assert.Equal(3, (await anna.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Released);
    }

    [Fact]
    public async Task Of_two_rollouts_of_one_policy_the_same_is_refused_and_another_takes_its_place()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        var hosts = await server.FleetAsync(anna, 3);
        var (second, third) = (await anna.StageAsync(Api.Iw10), await anna.StageAsync(Iw4));
        var asked = await Task.WhenAll(
            anna.TryRollAsync(new("edge", second, "faster", Rolling.Quick())),
            ben.TryRollAsync(new("edge", second, "faster", Rolling.Quick()))
        );
        Assert.Equal([HttpStatusCode.Created, HttpStatusCode.Conflict], asked.Select(answer => answer.StatusCode).Order());
        var won = await asked.First(answer => answer.IsSuccessStatusCode).ReadAsync(RolloutJson.Default.RolloutDetail);
        await server.UntilAsync(anna, won.Summary.Id, [], one => one.Summary.Admitted == 1);

        using var preview = await ben.PostAsJsonAsync(
            FleetPaths.RolloutPlan,
            new("edge", third, "faster", Rolling.Quick()),
            RolloutJson.Default.RolloutRequest
        );
        Assert.StartsWith(
            $"Nothing is stored. This plan ends rollout {won.Summary.Id} to revision {second}, which does not continue when this one is "
                + "aborted. ",
            (await preview.ReadAsync(RolloutJson.Default.RolloutDetail)).Summary.Sentence,
            StringComparison.Ordinal
        );
        var newer = await ben.RollAsync(third);
        var told = await anna.RolloutAsync(won.Summary.Id);
        Assert.EndsWith(" It does not continue when that one is aborted.", told.Summary.Sentence, StringComparison.Ordinal);
        Assert.Equal(RolloutState.Superseded, told.Summary.State);
        Assert.Contains(newer.Summary.Id, told.Summary.Sentence, StringComparison.Ordinal);
        Assert.Contains(
            $"; it ends rollout {won.Summary.Id} to revision {second}; ",
            newer.Events.Single(one => one.Kind == RolloutEventKind.Planned).Text,
            StringComparison.Ordinal
        );
        var done = await server.UntilAsync(anna, newer.Summary.Id, hosts, RolloutState.Complete);
        Assert.Equal(3, done.Summary.Applied);
        foreach (var answer in asked)
            answer.Dispose();
    }

    [Fact]
    public async Task Publishing_again_and_again_through_rollouts_converges_to_the_last()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 3);
        RolloutDetail? last = null;
        for (var window = 4; window <= 12; window++)
        {
            last = await anna.RollAsync(await anna.StageAsync(Api.Iw10.Replace("10", $"{window}", StringComparison.Ordinal)));
            await hosts[window % 3].FollowAsync();
        }
        await server.UntilAsync(anna, last!.Summary.Id, hosts, RolloutState.Complete);
        Assert.All(hosts, host => Assert.NotNull(host.Held));
        Assert.Single(hosts.Select(host => host.Held!.Digest).Distinct());
        Assert.Equal(last.Summary.To, (await anna.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Released);
    }

    [Fact]
    public async Task Hosts_that_leave_the_policy_the_fleet_or_are_held_while_their_ring_runs_count_neither_way()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 4);
        await anna.PublishAsync("policy: other\nwindow: { initcwnd: 6 }\nscopes: [default]\n", assign: "site:fra");
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick(new RingRule { Percent = 100 }));
        await server.UntilAsync(anna, rollout.Summary.Id, [], one => one.Summary.Admitted == 4);

        using (
            var labelled = await anna.PutAsJsonAsync(
                FleetPaths.HostLabels(hosts[0].Id),
                new LabelsRequest(new Dictionary<string, string> { ["site"] = "fra" }, "moved"),
                AdministrationJson.Default.LabelsRequest
            )
        )
            labelled.EnsureSuccessStatusCode();
        using (
            var retired = await anna.PostAsJsonAsync(
                FleetPaths.HostRetire(hosts[1].Id),
                new ReasonRequest("scrapped"),
                AdministrationJson.Default.ReasonRequest
            )
        )
            retired.EnsureSuccessStatusCode();
        var taken = await hosts[2].TakeAsync();
        var (refused, before) = (taken!, hosts[2].State(3, 3));
        hosts[2].Held = null;
        var hold = before with
        {
            Held = null,
            Phase = BundlePhase.None,
            StateHash = "held",
            Hold = new("root", DateTimeOffset.UnixEpoch, null, "debugging"),
        };
        await hosts[2].DurableAsync(hosts[2].Line(hold));
        (await hosts[2].CheckInAsync(rejected: BundleDigest.Of(refused.Content), hash: "held")).Dispose();

        var done = await server.UntilAsync(anna, rollout.Summary.Id, [hosts[3]], RolloutState.Complete);
        Assert.Equal((1, 0), (done.Summary.Applied, done.Summary.Failed));
        Assert.EndsWith("1 of 4 hosts have it, 3 left.", done.Summary.Sentence, StringComparison.Ordinal);
        var left = await anna.GetAsync($"{FleetPaths.RolloutHosts(rollout.Summary.Id)}?state=Left", RolloutJson.Default.RolloutHostPage);
        Assert.Equal(3, left.Matched);
        Assert.Contains(left.Hosts, host => host.Reason == "follows policy other now");
        Assert.Contains(left.Hosts, host => host.Reason == "left the fleet");
        Assert.Contains(left.Hosts, host => host.Reason.Contains("held by root", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_ring_whose_selector_matches_nobody_is_passed_over_and_the_rollout_says_so()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 2);
        var rollout = await anna.RollAsync(
            await anna.StageAsync(Api.Iw10),
            Rolling.Quick(new RingRule { Selector = "site:nowhere" }, new RingRule { Percent = 100 })
        );
        Assert.Equal([0, 2], rollout.Rings.Select(ring => ring.Hosts));
        var done = await server.UntilAsync(anna, rollout.Summary.Id, hosts, RolloutState.Complete);
        Assert.Contains(
            done.Events,
            happened => happened.Text.Contains("Ring 1 of 2 has no host of its own; it is passed over", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task More_than_half_of_a_fleet_needs_its_number()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        for (var i = 0; i < 10; i++)
            await (await server.EnrolAsync($"web-{i}")).TakeAsync();
        await anna.StageAsync(Api.Iw3, assign: "*");
        var request = new RolloutRequest("edge", 1, "all of them", Rolling.Quick());
        var refused = await anna.TryRollAsync(request).RefusedAsync(HttpStatusCode.BadRequest);
        Assert.Equal("confirm", Assert.Single(refused.Problems!).Path);
        using var dry = await anna.PostAsJsonAsync(FleetPaths.RolloutPlan, request, RolloutJson.Default.RolloutRequest);
        Assert.Equal(10, (await dry.ReadAsync(RolloutJson.Default.RolloutDetail)).Summary.Hosts);
        Assert.Empty(await anna.GetAsync(FleetPaths.Rollouts, RolloutJson.Default.IReadOnlyListRolloutSummary));
        using var planned = await anna.TryRollAsync(request with { Confirm = 10 });
        Assert.Equal(HttpStatusCode.Created, planned.StatusCode);
    }

    [Fact]
    public async Task Time_that_jumps_is_neither_watched_nor_silence()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 2);
        var rules = Rolling.Quick() with { BakeSeconds = 600 };
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules);
        var id = rollout.Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        server.Clock.Jump(TimeSpan.FromMinutes(40));
        await server.LookAsync();
        Assert.Equal(0, (await anna.RolloutAsync(id)).Summary.Failed);

        await server.UntilAsync(
            anna,
            id,
            hosts,
            one => one.Summary is { Applied: 1 } && one.Summary.Sentence.Contains("observed", StringComparison.Ordinal)
        );
        server.Clock.Jump(TimeSpan.FromMinutes(-70));
        await server.LookAsync();
        server.Clock.Jump(TimeSpan.FromMinutes(85));
        await server.LookAsync();
        var still = await anna.RolloutAsync(id);
        Assert.Equal((RolloutState.Running, 1), (still.Summary.State, still.Summary.Ring));
        Assert.InRange(still.Rings[0].BakedSeconds, 0, 300);
    }

    [Fact]
    public async Task People_may_pause_resume_promote_abort_and_take_back()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 4);
        var rules = Rolling.Quick(new RingRule { Hosts = 1 }, new RingRule { Hosts = 2 }, new RingRule { Percent = 100 }) with
        {
            BakeSeconds = 3600,
        };
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules)).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        Assert.Contains(
            "Paused by token anna-operator in ring 1 of 3: because",
            (await anna.TellAsync(id, RolloutAction.Pause)).Summary.Sentence,
            StringComparison.Ordinal
        );
        await anna.TryTellAsync(id, RolloutAction.Pause).RefusedAsync(HttpStatusCode.Conflict);
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);
        var resumed = await anna.TellAsync(id, RolloutAction.Resume);
        Assert.Equal(
            (RolloutState.Running, "It is running again."),
            (resumed.Summary.State, resumed.Events.First(one => one.Kind == RolloutEventKind.Resumed).Text)
        );
        var promoted = await anna.TellAsync(id, RolloutAction.Promote);
        var next = await server.UntilAsync(anna, id, hosts, one => one.Summary is { Ring: 2, Applied: 2 });
        // A promoted ring was observed for as long as it was, and not for its bake time.
        Assert.InRange(next.Rings[0].BakedSeconds, 0, 600);
        Assert.Equal(promoted.Rings[0].BakedSeconds, next.Rings[0].BakedSeconds);
        var aborted = await anna.TellAsync(id, RolloutAction.Abort);
        Assert.Contains("2 hosts keep revision 2", aborted.Summary.Sentence, StringComparison.Ordinal);
        foreach (var host in hosts)
            Assert.Null(await host.FollowAsync());
        Assert.Equal(2, hosts.Select(host => host.Held!.Digest).Distinct().Count());

        var back = await anna.TellAsync(id, RolloutAction.RollBack);
        Assert.Equal(RolloutState.RolledBack, back.Summary.State);
        Assert.Equal([RolloutEventKind.RolledBack, RolloutEventKind.Aborted], back.Events.Take(2).Select(happened => happened.Kind));
        foreach (var host in hosts)
            await host.FollowAsync();
        Assert.Single(hosts.Select(host => host.Held!.Digest).Distinct());
    }

    [Fact]
    public async Task Nobody_goes_past_a_failed_gate_and_what_was_put_right_is_judged_again()
    {
        await using var server = await ServerAsync();
        using var anna = await server.ApiOfAsync("anna");
        var hosts = await server.FleetAsync(anna, 3);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { OnFailure = GateFailure.Hold })).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        foreach (var host in hosts)
            await host.FollowAsync(fails: true);
        var held = await server.UntilAsync(anna, id, [], RolloutState.Holding);
        Assert.Contains("its gate failed", held.Summary.Sentence, StringComparison.Ordinal);
        await anna.TryTellAsync(id, RolloutAction.Promote).RefusedAsync(HttpStatusCode.Conflict);

        var broken = hosts.Single(host => hosts.Count(other => other.Held!.Digest == host.Held!.Digest) == 1);
        await broken.DurableAsync(broken.Line(broken.State(10, 10) with { Revision = 2 }));
        await server.UntilAsync(anna, id, [], one => one.Summary.Applied == 1);
        await anna.TellAsync(id, RolloutAction.Resume);
        await server.UntilAsync(anna, id, hosts, RolloutState.Complete);
    }
}
