using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Features.Impact;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Impact;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Policies.Directories;

public sealed class DirectoryTests
{
    private const string Web = "policy: web\nwindow: { initcwnd: 12 }\nscopes: [default]\n";

    [Fact]
    public async Task A_directory_is_planned_whole_and_then_applied_in_one_step()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        var host = await server.EnrolAsync();
        await host.ToldAsync(
            new TargetState
            {
                Id = "ipv4 main default via 192.0.2.1 dev eth0",
                Owner = "static",
                Strategy = "in-place",
                Configured = new(10, null),
            }
        );
        var request = Of(
            [Api.Iw10.Replace("10", "16", StringComparison.Ordinal), Web],
            "assignments:\n  - { selector: '*', policy: web, priority: 5 }\n"
        );

        var plan = (await PlanAsync(api, request)).Plan!;
        Assert.Equal(
            ["edge Changed 1 2", "web New 0 1"],
            plan.Policies.Select(policy => $"{policy.Name} {policy.Action} {policy.Base} {policy.Revision}")
        );
        Assert.Contains(plan.Policies[0].Lines, line => line is { Kind: DiffKind.Added, Text: "window: { initcwnd: 16 }" });
        Assert.Equal(
            ("*", "web", 5, PlannedAction.New),
            plan.Assignments.Select(one => (one.Selector, one.Policy, one.Priority, one.Action)).Single()
        );
        var moved = Assert.Single(plan.Impact.Hosts);
        Assert.Equal((Prospect.Changes, new Window(12, null)), (moved.Prospect, moved.Targets[0].Then));
        Assert.Single(await PoliciesAsync(api));

        var reply = await AppliedAsync(api, new(request, plan.Hash, "first"));
        Assert.Equal(
            ["edge 2 first", "web 1 first"],
            (await PoliciesAsync(api)).Select(policy => $"{policy.Name} {policy.Latest.Number} {policy.Latest.Reason}")
        );
        Assert.Equal("web", (await host.TakeAsync())!.Content.Policy);
        Assert.Equal(reply.Sequence, host.Held!.Sequence);

        var again = (await PlanAsync(api, request)).Plan!;
        Assert.False(again.Changes);
        Assert.Equal(0, again.Impact.Affected);
    }

    [Fact]
    public async Task A_staged_revision_is_no_difference_to_a_directory_with_the_released_content()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        using var staged = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(Api.Iw10, "for a rollout", Stage: true),
            PoliciesJson.Default.PublishRequest
        );

        var plan = (await PlanAsync(api, Of([Api.Iw3], null))).Plan!;
        Assert.False(plan.Changes);
        Assert.Equal((PlannedAction.Unchanged, 2, 1), plan.Policies.Select(one => (one.Action, one.Base, one.Revision)).Single());
        var pushed = await api.PublishAsync(Api.Iw3);
        Assert.Equal((1, true), (pushed.Revision, pushed.Unchanged));
    }

    [Fact]
    public async Task Every_problem_of_every_file_is_told_at_once_with_its_place()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var request = new PlanRequest
        {
            Policies =
            [
                new("a.yaml", "policy: a\nwindow: { initcwnd: 0 }\nscopes: [default]\n"),
                new("b.yaml", "polcy: b\n"),
                new("c.yaml", Web),
                new("d.yaml", Web),
            ],
            Assignments = new(
                "assignments.yaml",
                "assignments:\n  - selector: 'role:web state:x'\n    policy: Web\n    priority: high\n  - { selector: role:a, policy: a }\n"
            ),
        };
        var reply = await PlanAsync(api, request);
        Assert.Null(reply.Plan);
        var places = reply
            .Problems.Select(found => $"{found.Path}:{found.Problem.Line}:{found.Problem.Column} {found.Problem.Path}")
            .ToList();
        Assert.Contains("a.yaml:2:21 window.initcwnd", places);
        Assert.Contains("d.yaml:1:1 policy", places);
        Assert.Contains("assignments.yaml:2:25 assignments[0].selector", places);
        Assert.Contains("assignments.yaml:3:13 assignments[0].policy", places);
        Assert.Contains("assignments.yaml:4:15 assignments[0].priority", places);
        Assert.Contains(
            reply.Problems,
            found => found.Path == "b.yaml" && found.Problem.Rule.Contains("'policy'", StringComparison.Ordinal)
        );

        using var applied = await api.PostAsJsonAsync(
            FleetPaths.PolicyApply,
            new ApplyRequest(request, "", "x"),
            DirectoryJson.Default.ApplyRequest
        );
        Assert.Equal(reply.Problems.Count, (await applied.ProblemAsync(HttpStatusCode.BadRequest)).Problems!.Count);
        Assert.Empty(await PoliciesAsync(api));
    }

    [Fact]
    public async Task What_the_one_call_finds_wrong_the_others_find_wrong_at_the_same_place()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        const string Bad =
            "policy: Edge_\nwindow: { initcwnd: 4000, initrwnd: x }\nscopes: [default, default, { prefix: 10.0.0.1/8 }]\nmood: good\n";
        var local = PolicyReader.Read(Bad).Problems;
        Assert.True(local.Count >= 4, string.Join('\n', local));
        using var published = await api.TryPublishAsync(Bad);
        Assert.Equal(local, (await published.ProblemAsync(HttpStatusCode.BadRequest)).Problems);
        using var validated = await api.PostAsJsonAsync(
            FleetPaths.Validate,
            new PublishRequest(Bad, "x"),
            PoliciesJson.Default.PublishRequest
        );
        Assert.Equal(local, (await validated.ReadAsync(PoliciesJson.Default.ValidateReply)).Problems);
        Assert.Equal(local, (await PlanAsync(api, Of([Bad], null))).Problems.Select(found => found.Problem));
        using var previewed = await api.PostAsJsonAsync(
            FleetPaths.Impact,
            new ImpactRequest { Publish = [Bad] },
            ImpactJson.Default.ImpactRequest
        );
        Assert.Equal(local, (await previewed.ProblemAsync(HttpStatusCode.BadRequest)).Problems);
    }

    [Fact]
    public async Task Of_two_pushes_at_the_same_time_one_wins_and_the_other_is_told_what_it_did()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (first, second) = (Of([Api.Iw3], null), Of([Api.Iw10], null));
        var (one, two) = ((await PlanAsync(api, first)).Plan!, (await PlanAsync(api, second)).Plan!);
        var answers = await Task.WhenAll(
            api.PostAsJsonAsync(FleetPaths.PolicyApply, new ApplyRequest(first, one.Hash, "mine"), DirectoryJson.Default.ApplyRequest),
            api.PostAsJsonAsync(FleetPaths.PolicyApply, new ApplyRequest(second, two.Hash, "mine"), DirectoryJson.Default.ApplyRequest)
        );
        Assert.Equal([HttpStatusCode.OK, HttpStatusCode.Conflict], answers.Select(answer => answer.StatusCode).Order());
        var told = Assert.Single(
            (await answers.Single(answer => answer.StatusCode == HttpStatusCode.Conflict).ProblemAsync(HttpStatusCode.Conflict)).Problems!
        );
        Assert.Contains("policy:edge", told.Rule, StringComparison.Ordinal);
        Assert.Contains("'mine'", told.Rule, StringComparison.Ordinal);
        Assert.Equal(1, Assert.Single(await PoliciesAsync(api)).Latest.Number);
        foreach (var answer in answers)
            answer.Dispose();
    }

    [Fact]
    public async Task What_others_do_to_what_the_plan_leaves_alone_does_not_void_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var request = Of([Web], null);
        var plan = (await PlanAsync(api, request)).Plan!;
        await api.PublishAsync(Api.Iw3, "role:nobody");
        await AppliedAsync(api, new(request, plan.Hash, "x"));
        Assert.Equal(2, (await PoliciesAsync(api)).Count);
    }

    [Fact]
    public async Task Nothing_is_removed_without_prune_and_its_two_numbers()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, "*");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        Assert.Equal(PlannedAction.Kept, (await PlanAsync(api, Of([Web], null))).Plan!.Policies[0].Action);
        var request = Of([Web], null) with { Prune = true };
        var plan = (await PlanAsync(api, request)).Plan!;
        Assert.Equal(
            ("1/1", PlannedAction.Removed, PlannedAction.Removed),
            (plan.Confirm, plan.Policies[0].Action, Assert.Single(plan.Assignments).Action)
        );
        using (
            var refused = await api.PostAsJsonAsync(
                FleetPaths.PolicyApply,
                new ApplyRequest(request, plan.Hash, "x"),
                DirectoryJson.Default.ApplyRequest
            )
        )
            Assert.Equal("confirm", Assert.Single((await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Path);

        await AppliedAsync(api, new(request, plan.Hash, "tidy", "1/1"));
        Assert.Equal(["web"], (await PoliciesAsync(api)).Select(policy => policy.Name));
        Assert.Empty(await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
        Assert.Null((await host.TakeAsync())!.Content.Policy);
        var removed = await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail);
        Assert.NotNull(removed.Summary.Removed);
        Assert.Null(removed.Summary.Released);
        Assert.Single(removed.Revisions);

        var back = await api.PublishAsync(Api.Iw3, "*");
        Assert.Equal((2, false, 1), (back.Revision, back.Unchanged, back.Hosts));
        Assert.Null((await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Removed);
    }

    [Fact]
    public async Task A_single_policy_is_removed_by_its_numbers_too()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, "*");
        await server.EnrolAsync();
        using (
            var refused = await api.PostAsJsonAsync(
                FleetPaths.RemovePolicy("edge"),
                new RemovePolicyRequest("x", "1/0"),
                DirectoryJson.Default.RemovePolicyRequest
            )
        )
            Assert.Contains(
                "1/1",
                Assert.Single((await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Rule,
                StringComparison.Ordinal
            );
        using (
            var done = await api.PostAsJsonAsync(
                FleetPaths.RemovePolicy("edge"),
                new RemovePolicyRequest("x", "1/1"),
                DirectoryJson.Default.RemovePolicyRequest
            )
        )
            Assert.Equal(HttpStatusCode.NoContent, done.StatusCode);
        using (
            var twice = await api.PostAsJsonAsync(
                FleetPaths.RemovePolicy("edge"),
                new RemovePolicyRequest("x", "1/1"),
                DirectoryJson.Default.RemovePolicyRequest
            )
        )
            Assert.Equal(HttpStatusCode.NotFound, twice.StatusCode);
    }

    [Fact]
    public async Task More_than_half_of_a_fleet_is_confirmed_by_its_number()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 0; i < 10; i++)
            await server.EnrolAsync($"web-{i}");
        var request = Of([Web], "assignments:\n  - { selector: '*', policy: web }\n");
        var plan = (await PlanAsync(api, request)).Plan!;
        Assert.Equal("10", plan.Confirm);
        using (
            var refused = await api.PostAsJsonAsync(
                FleetPaths.PolicyApply,
                new ApplyRequest(request, plan.Hash, "x", "9"),
                DirectoryJson.Default.ApplyRequest
            )
        )
            Assert.Contains(
                "10 of 10",
                Assert.Single((await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Rule,
                StringComparison.Ordinal
            );
        await AppliedAsync(api, new(request, plan.Hash, "x", "10"));
    }

    [Fact]
    public async Task A_fault_in_the_middle_leaves_nothing_half_done()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, "*");
        // The store fails at the last write: the removal, after revisions and assignments.
        await server.BreakAsync("update of removed_at on policies", "new.removed_at is not null");
        var before = await SnapshotAsync(server);
        var request = Of([Web], "assignments:\n  - { selector: '*', policy: web }\n") with { Prune = true };
        var plan = (await PlanAsync(api, request)).Plan!;
        using (
            var failed = await api.PostAsJsonAsync(
                FleetPaths.PolicyApply,
                new ApplyRequest(request, plan.Hash, "x", plan.Confirm),
                DirectoryJson.Default.ApplyRequest
            )
        )
            Assert.False(failed.IsSuccessStatusCode);
        Assert.Equal(before, await SnapshotAsync(server));
        await server.MendAsync();
        await AppliedAsync(api, new(request, plan.Hash, "x", plan.Confirm));
        Assert.NotEqual(before, await SnapshotAsync(server));
    }

    [Fact]
    public async Task A_server_that_was_stopped_between_plan_and_apply_applies_the_plan_all_the_same()
    {
        var request = Of([Web], null);
        string hash;
        var server = await RunningServer.StartAsync();
        using (var api = await server.ApiAsync())
            hash = (await PlanAsync(api, request)).Plan!.Hash;
        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(server.Data);
        using var next = await again.ApiAsync();
        await AppliedAsync(next, new(request, hash, "x"));
        Assert.Single(await PoliciesAsync(next));
    }

    private static PlanRequest Of(string[] policies, string? assignments) =>
        new()
        {
            Policies = [.. policies.Select((text, i) => new PlanFile($"p{i}.yaml", text))],
            Assignments = assignments is null ? null : new("assignments.yaml", assignments),
        };

    private static async Task<PlanReply> PlanAsync(HttpClient api, PlanRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.PolicyPlan, request, DirectoryJson.Default.PlanRequest);
        return await answer.ReadAsync(DirectoryJson.Default.PlanReply);
    }

    private static async Task<ApplyReply> AppliedAsync(HttpClient api, ApplyRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.PolicyApply, request, DirectoryJson.Default.ApplyRequest);
        return await answer.ReadAsync(DirectoryJson.Default.ApplyReply);
    }

    private static Task<IReadOnlyList<PolicySummary>> PoliciesAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary);

    private static async Task<string> SnapshotAsync(RunningServer server) =>
        await server.Database.ReadAsync(async db =>
            $"{await db.ValueAsync<long>("select sequence from publication where id = 1")} "
            + $"{await db.ValueAsync<long>("select count(*) from revisions")} "
            + $"{await db.ValueAsync<long>("select count(*) from assignments where removed_at is null")} "
            + $"{await db.ValueAsync<long>("select count(*) from audit where action not like '%read%'")}"
        );
}
