using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

public sealed class ApprovalTests
{
    [Fact]
    public async Task Nobody_approves_their_own_plan_neither_as_administrator_nor_by_another_token_of_theirs()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 1);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        var own = await anna.TryApproveAsync(rollout).RefusedAsync(HttpStatusCode.Forbidden);
        Assert.Contains("You planned it", own.Detail, StringComparison.Ordinal);

        using var admin = await server.ApiOfAsync("anna", Role.Admin);
        var again = await admin.TryApproveAsync(rollout).RefusedAsync(HttpStatusCode.Forbidden);
        Assert.Contains(
            "anna, who stands behind both token anna-operator and token anna-admin, planned it",
            again.Detail,
            StringComparison.Ordinal
        );

        // A token that her token made also belongs to her.
        var request = new CreateTokenRequest
        {
            Kind = TokenKind.Api,
            Name = "ci",
            Grants = [new(Role.Admin)],
        };
        using var made = await admin.PostAsJsonAsync(FleetPaths.Tokens, request, AccessJson.Default.CreateTokenRequest);
        using var ci = server.Client($"Bearer {(await made.ReadAsync(AccessJson.Default.CreatedToken)).Token}");
        await ci.TryApproveAsync(rollout).RefusedAsync(HttpStatusCode.Forbidden);
        Assert.Equal(RolloutState.AwaitingApproval, (await anna.RolloutAsync(rollout.Summary.Id)).Summary.State);
    }

    [Fact]
    public async Task Two_tokens_of_one_person_are_one_approval()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 2 });
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        using var benToo = await server.ApiOfAsync("ben", Role.Admin);
        using var cleo = await server.ApiOfAsync("cleo");
        await server.FleetAsync(anna, 1);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        var first = await ben.ApproveAsync(rollout);
        Assert.Contains("1 of 2 approvals", first.Summary.Sentence, StringComparison.Ordinal);
        foreach (var same in (HttpClient[])[ben, benToo])
            Assert.Contains(
                "ben has approved",
                (await same.TryApproveAsync(rollout).RefusedAsync(HttpStatusCode.Conflict)).Detail,
                StringComparison.Ordinal
            );
        Assert.NotEqual(RolloutState.AwaitingApproval, (await cleo.ApproveAsync(rollout)).Summary.State);
    }

    [Fact]
    public async Task An_emergency_needs_two_others_even_where_nothing_else_needs_anybody_and_goes_to_everyone_at_once()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        using var cleo = await server.ApiOfAsync("cleo");
        var hosts = await server.FleetAsync(anna, 3);
        await anna.FreezeAsync(server.Clock.GetUtcNow().AddHours(1));
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), emergency: true);
        Assert.Equal((2, RolloutState.AwaitingApproval), (rollout.Needed, rollout.Summary.State));
        Assert.Contains("two different people, neither of them its author", rollout.Summary.Sentence, StringComparison.Ordinal);
        Assert.Equal(RolloutState.AwaitingApproval, (await ben.ApproveAsync(rollout)).Summary.State);
        await cleo.ApproveAsync(rollout);
        await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.Complete);
        foreach (var host in hosts)
            Assert.Equal(2, await host.FollowAsync());
    }

    [Fact]
    public async Task When_other_hosts_follow_the_policy_than_those_that_were_approved_the_approvals_are_void()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        var hosts = await server.FleetAsync(anna, 3);
        await anna.FreezeAsync(server.Clock.GetUtcNow().AddMinutes(20));
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        Assert.StartsWith(
            "Awaiting start: Ring 1 of 2 waits for the freeze of",
            RolloutWords.Told((await ben.ApproveAsync(rollout)).Summary),
            StringComparison.Ordinal
        );
        var waits = await server.UntilAsync(
            anna,
            rollout.Summary.Id,
            [],
            one => one.Summary.Sentence.Contains("freeze", StringComparison.Ordinal)
        );
        Assert.Equal(RolloutState.AwaitingWindow, waits.Summary.State);

        foreach (var name in (string[])["new-1", "new-2"])
            await (await server.EnrolAsync(name)).FollowAsync();
        server.Clock.Jump(TimeSpan.FromMinutes(30));
        foreach (var host in hosts)
            (await host.CheckInAsync()).Dispose();
        var other = await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.AwaitingApproval);
        Assert.NotEqual(rollout.PlanHash, other.PlanHash);
        Assert.Contains(
            "2 hosts were added to the policy and 0 left since the plan of 3 hosts was made; at most 1 may differ",
            other.Summary.Sentence,
            StringComparison.Ordinal
        );
        Assert.Equal((5, 0), (other.Summary.Hosts, other.Summary.Admitted));
        Assert.Contains("The plan changed", Assert.Single(other.Approvals).VoidReason, StringComparison.Ordinal);

        var late = await ben.TryApproveAsync(rollout).RefusedAsync(HttpStatusCode.Conflict);
        Assert.Contains("2 hosts were added", late.Detail, StringComparison.Ordinal);
        Assert.Contains(other.PlanHash, late.Detail, StringComparison.Ordinal);
        await ben.ApproveAsync(other);
        await server.UntilAsync(anna, rollout.Summary.Id, hosts, one => one.Summary.Admitted > 0);
    }

    [Fact]
    public async Task A_plan_whose_hosts_changed_before_its_approval_is_made_anew_in_place_of_being_approved()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        var hosts = await server.FleetAsync(anna, 3);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        foreach (var name in (string[])["new-1", "new-2"])
            await (await server.EnrolAsync(name)).FollowAsync();

        var late = await ben.TryApproveAsync(rollout).RefusedAsync(HttpStatusCode.Conflict);

        Assert.Contains("2 hosts were added to the policy and 0 left since the plan of 3", late.Detail, StringComparison.Ordinal);
        var anew = await anna.RolloutAsync(rollout.Summary.Id);
        Assert.Contains($"approve {anew.PlanHash}", late.Detail, StringComparison.Ordinal);
        Assert.Equal((RolloutState.AwaitingApproval, 5), (anew.Summary.State, anew.Summary.Hosts));
        Assert.Empty(anew.Approvals);
        await ben.ApproveAsync(anew);
        await server.UntilAsync(anna, rollout.Summary.Id, hosts, one => one.Summary.Admitted > 0);
    }

    [Fact]
    public async Task One_host_more_or_less_voids_nothing_and_gets_the_revision_when_it_is_released()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        using var ben = await server.ApiOfAsync("ben");
        var hosts = await server.FleetAsync(anna, 3);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        var newcomer = await server.EnrolAsync("new-1");
        await newcomer.FollowAsync();
        await ben.ApproveAsync(rollout);
        var done = await server.UntilAsync(anna, rollout.Summary.Id, hosts, RolloutState.Complete);
        Assert.Equal(3, done.Summary.Admitted);
        Assert.Equal(2, await newcomer.FollowAsync());
    }

    [Fact]
    public async Task With_rollouts_required_nobody_changes_a_host_at_once()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { RolloutsRequired = true });
        using var anna = await server.ApiAsync();
        using var ben = await server.ApiOfAsync("ben");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        var first = await anna.StageAsync(Api.Iw3, assign: "*");
        foreach (var direct in (string[])[Api.Iw3, Api.Iw10])
        {
            var refused = await anna.TryPublishAsync(direct).RefusedAsync(HttpStatusCode.BadRequest);
            Assert.Contains("plan a rollout of policy edge", Assert.Single(refused.Problems!).Rule, StringComparison.Ordinal);
        }
        var rollout = await anna.RollAsync(first);
        await ben.ApproveAsync(rollout);
        await server.UntilAsync(anna, rollout.Summary.Id, [host], RolloutState.Complete);

        using var back = await anna.PostAsJsonAsync(
            FleetPaths.Rollback("edge"),
            new RollbackRequest(1, "it was better"),
            PoliciesJson.Default.RollbackRequest
        );
        Assert.True(back.IsSuccessStatusCode, "what changes no host needs no rollout");
        var second = await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        await ben.ApproveAsync(second);
        await server.UntilAsync(anna, second.Summary.Id, [host], RolloutState.Complete);
        using var returning = await anna.PostAsJsonAsync(
            FleetPaths.Rollback("edge"),
            new RollbackRequest(1, "it was better"),
            PoliciesJson.Default.RollbackRequest
        );
        Assert.Contains(
            "--rollouts required",
            Assert.Single((await returning.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Rule,
            StringComparison.Ordinal
        );
        await anna.StageAsync(Api.Iw10.Replace("edge", "other", StringComparison.Ordinal));
        using var assign = await anna.PostAsJsonAsync(
            FleetPaths.Assignments,
            new AssignRequest("host:web-1", "other", 10, "instead"),
            PoliciesJson.Default.AssignRequest
        );
        Assert.Contains(
            "--rollouts required",
            Assert.Single((await assign.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Rule,
            StringComparison.Ordinal
        );
        Assert.Null(await host.TakeAsync());
    }
}
