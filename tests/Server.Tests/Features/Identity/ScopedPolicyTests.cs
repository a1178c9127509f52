using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>A policy belongs to users who may change every host that its assignments can ever match; today's hosts do not matter.</summary>
public sealed class ScopedPolicyTests
{
    private const string Elsewhere = "edge is assigned to 'site:lon'";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_policy_that_is_assigned_beyond_the_scope_is_neither_published_staged_rolled_back_nor_rolled_out(bool shadowed)
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        await server.EnrolAsync("fra-1", "", ("site", "fra"));
        await admin.PublishAsync(Api.Iw3, "site:lon");
        await admin.PublishAsync(Api.Iw10);
        if (shadowed)
        {
            // Today a host of the other site has another policy.
            await server.EnrolAsync("lon-1", "", ("site", "lon"));
            await admin.PublishAsync("policy: other\nwindow: { initcwnd: 8 }\nscopes: [default]\n");
            using var assigned = await admin.PostAsJsonAsync(
                FleetPaths.Assignments,
                new AssignRequest("site:lon", "other", 9, "first", 1),
                PoliciesJson.Default.AssignRequest
            );
            Assert.True(assigned.IsSuccessStatusCode);
        }
        using var fra = await server.ApiAsync(new AccessGrant(Role.Operator, "site:fra"), new AccessGrant(Role.Approver, "site:fra"));

        Assert.Contains(Elsewhere, await RuleAsync(await fra.TryPublishAsync(Api.Iw3)), StringComparison.Ordinal);
        Assert.Contains(
            Elsewhere,
            await RuleAsync(
                await fra.PostAsJsonAsync(
                    FleetPaths.Policies,
                    new PublishRequest(Api.Iw3, "why", Stage: true),
                    PoliciesJson.Default.PublishRequest
                )
            ),
            StringComparison.Ordinal
        );
        Assert.Contains(
            Elsewhere,
            await RuleAsync(
                await fra.PostAsJsonAsync(FleetPaths.Rollback("edge"), new RollbackRequest(1, "why"), PoliciesJson.Default.RollbackRequest)
            ),
            StringComparison.Ordinal
        );
        Assert.Contains(
            Elsewhere,
            await RuleAsync(
                await fra.PostAsJsonAsync(FleetPaths.Rollouts, new RolloutRequest("edge", 1, "why"), RolloutJson.Default.RolloutRequest)
            ),
            StringComparison.Ordinal
        );
        Assert.Equal(
            2,
            (await admin.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary))
                .Single(policy => policy.Name == "edge")
                .Latest.Number
        );
    }

    [Fact]
    public async Task A_policy_that_is_assigned_within_the_scope_is_theirs()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        await server.EnrolAsync("fra-1", "", ("site", "fra"));
        await admin.PublishAsync(Api.Iw3, "site:fra role:web");
        using var fra = await server.ApiAsync(Role.Operator, "site:fra");
        Assert.Equal(HttpStatusCode.Created, (await fra.TryPublishAsync(Api.Iw10)).StatusCode);
        Assert.Equal(3, (await fra.RollbackAsync("edge", 1)).Revision);
    }

    [Fact]
    public async Task A_plan_and_a_refused_one_show_no_assignment_that_names_hosts_outside_the_scope()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        await server.EnrolAsync("fra-1", "", ("site", "fra"));
        await server.EnrolAsync("lon-1", "", ("site", "lon"));
        await admin.PublishAsync(Api.Iw3, "site:fra");
        await admin.PublishAsync("policy: other\nwindow: { initcwnd: 8 }\nscopes: [default]\n", "host:lon-1");
        using var fra = await server.ApiAsync(Role.Operator, "site:fra");
        var request = new PlanRequest { Policies = [new("edge.yaml", Api.Iw3)], Prune = true };
        using var planned = await fra.PostAsJsonAsync(FleetPaths.PolicyPlan, request, DirectoryJson.Default.PlanRequest);
        Assert.DoesNotContain("lon-1", await planned.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        using var applied = await fra.PostAsJsonAsync(
            FleetPaths.PolicyApply,
            new ApplyRequest(request, "0", "why"),
            DirectoryJson.Default.ApplyRequest
        );
        Assert.False(applied.IsSuccessStatusCode);
        Assert.DoesNotContain("lon-1", await applied.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rollback_that_changes_nothing_counts_the_hosts_of_the_scope_alone()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        await server.EnrolAsync("fra-1", "", ("site", "fra"));
        await server.EnrolAsync("lon-1", "", ("site", "lon"));
        await admin.PublishAsync(Api.Iw3, "*");
        using var fra = await server.ApiAsync(Role.Operator, "site:fra");
        var reply = await fra.RollbackAsync("edge", 1);
        Assert.Equal((true, 1), (reply.Unchanged, reply.Hosts));
    }

    private static async Task<string> RuleAsync(HttpResponseMessage answer) =>
        (await answer.ProblemAsync(HttpStatusCode.Forbidden)).Problems!.Single(one => one.Path == "scope").Rule;
}
