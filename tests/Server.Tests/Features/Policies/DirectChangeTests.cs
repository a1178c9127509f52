using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Policies.Directories;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Policies;

/// <summary>Changes that are harmless one by one, made at the same time.</summary>
public sealed class DirectChangeTests
{
    [Fact]
    public async Task Where_only_rollouts_change_hosts_a_publication_and_an_assignment_at_once_do_not_either()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { RolloutsRequired = true });
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        await api.StageAsync(Api.Iw3);
        var published = await Overtaking.RunAsync(
            server.Database,
            () => Assign.RunAsync(By(server), new("*", "edge", 0, "without a revision it changes no host")),
            () => Publish.RunAsync(By(server), new(Api.Iw3, "without hosts it changes none"))
        );
        Assert.Equal("rollouts", Assert.Single(published.Problems).Path);
        Assert.Null(published.Reply);
        Assert.False(published.Overtaken);
        Assert.Null(await server.Database.ReadAsync(db => PolicyQueries.ReleasedAsync(db, "edge")));
    }

    [Fact]
    public async Task More_than_half_of_a_fleet_needs_its_number_also_when_the_hosts_came_to_the_policy_a_moment_ago()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 0; i < HalfOfFleet.SmallestFleet; i++)
            await server.EnrolAsync($"web-{i}");
        await api.StageAsync(Api.Iw3);
        var published = await Overtaking.RunAsync(
            server.Database,
            () => Assign.RunAsync(By(server), new("*", "edge", 0, "without a revision it changes no host")),
            () => Publish.RunAsync(By(server), new(Api.Iw3, "without hosts it changes none"))
        );
        Assert.Equal("confirm", Assert.Single(published.Problems).Path);
    }

    [Fact]
    public async Task A_publication_does_not_reach_hosts_beyond_the_scope_to_which_its_policy_was_assigned_a_moment_ago()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "site:fra");
        var published = await Overtaking.RunAsync(
            server.Database,
            () => Assign.RunAsync(By(server), new("*", "edge", 0, "for all")),
            () => Publish.RunAsync(By(server, "site:fra"), new(Api.Iw10, "for mine"))
        );
        Assert.Equal(BeyondScope.Path, Assert.Single(published.Problems).Path);
    }

    [Fact]
    public async Task Hosts_that_a_rollback_reaches_are_confirmed_also_when_they_came_to_the_policy_a_moment_ago()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await api.PublishAsync(Api.Iw10);
        for (var i = 0; i < HalfOfFleet.SmallestFleet; i++)
            await server.EnrolAsync($"web-{i}");
        var by = By(server);
        await Assign.RunAsync(By(server), new("*", "edge", 0, "all of them", HalfOfFleet.SmallestFleet));
        var (reply, problem) = await Rollback.RunAsync(by, "edge", 1, "slower", confirm: null);
        Assert.Equal(("confirm", null), (problem?.Path, reply));
    }

    [Fact]
    public async Task A_policy_that_was_removed_a_moment_ago_is_not_assigned()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        var (made, _, problems) = await Overtaking.RunAsync(
            server.Database,
            () =>
                server.Database.WriteAsync(async write =>
                {
                    await Removal.RunAsync(write, By(server), "edge", "not needed");
                    return await Requirements.AdvanceAsync(write);
                }),
            () => Assign.RunAsync(By(server), new("*", "edge", 0, "for all"))
        );
        Assert.Null(made);
        Assert.Equal("policy", Assert.Single(problems).Path);
        Assert.Empty(await server.Database.ReadAsync(AssignmentQueries.ListAsync));
    }

    /// <summary>On PostgreSQL the removal may come first, and its number is right then.</summary>
    [Fact, Trait("Store", "file")]
    public async Task The_removal_of_a_policy_is_confirmed_by_the_hosts_that_came_to_it_a_moment_ago_too()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        await api.PublishAsync(Api.Iw3);
        var problems = await Overtaking.RunAsync(
            server.Database,
            () => Assign.RunAsync(By(server), new("*", "edge", 0, "for all")),
            () => RemovePolicy.RunAsync(By(server), Preview(server), "edge", "without hosts", "1/0", default)
        );
        var problem = Assert.Single(problems!);
        Assert.Equal("confirm", problem.Path);
        Assert.Contains("1/1", problem.Rule, StringComparison.Ordinal);
        Assert.NotNull(await server.Database.ReadAsync(db => PolicyQueries.ReleasedAsync(db, "edge")));
    }

    [Fact]
    public async Task A_directory_that_removes_a_policy_is_confirmed_by_the_hosts_that_came_to_it_a_moment_ago_too()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = server.Get<HostDirectory>().Find((await server.EnrolAsync("web-1")).Id)!;
        await api.PublishAsync(Api.Iw3, assign: "site:fra");
        var seen = SeenHosts.WholeFleet(server.Get<HostDirectory>());
        var empty = new PlanRequest { Prune = true };
        var plan = (await PlanDirectory.RunAsync(By(server), Preview(server), seen, empty, default)).Plan!;
        Assert.Equal("1/0", plan.Confirm);
        var applied = await Overtaking.RunAsync(
            server.Database,
            () =>
                Relabel.RunAsync(
                    server.Database,
                    server.Get<Requirements>(),
                    server.Clock,
                    "user:anna",
                    host,
                    new Dictionary<string, string>(StringComparer.Ordinal) { ["site"] = "fra" },
                    "it moved"
                ),
            () => ApplyDirectory.RunAsync(By(server), Preview(server), seen, new(empty, plan.Hash, "no hosts", plan.Confirm), default)
        );
        Assert.Null(applied.Reply);
        Assert.Contains("1/1", Assert.Single(applied.Problems).Problem.Rule, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_was_labelled_out_of_the_scope_a_moment_ago_is_not_retired()
    {
        await using var server = await RunningServer.StartAsync();
        var directory = server.Get<HostDirectory>();
        var host = directory.Find((await server.EnrolAsync("web-1")).Id)!;
        var problem = await Retire.RunAsync(
            server.Database,
            directory,
            server.Clock,
            "user:ben",
            By(server, "site:fra").Scope,
            host.Id,
            "scrapped"
        );
        Assert.Equal(BeyondScope.Path, problem?.Path);
        Assert.NotNull(directory.Find(host.Id));
    }

    private static ImpactPreview Preview(RunningServer server) =>
        new(
            server.Database,
            server.Get<Requirements>(),
            SeenHosts.WholeFleet(server.Get<HostDirectory>()),
            server.Get<Situations>(),
            server.Get<ServerOptions>(),
            server.Clock
        );

    private static Publisher By(RunningServer server, string selector = "")
    {
        var scope = Rights.Of(new AccessGrant(Role.Operator, selector)).Over(Permission.PoliciesPublish);
        return new(server.Database, server.Get<Requirements>(), server.Get<HostDirectory>(), server.Clock, "user:anna", scope, scope);
    }
}
