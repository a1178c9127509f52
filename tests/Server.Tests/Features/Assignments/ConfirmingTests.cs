using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Assignments;

/// <summary>A change to more than half of the fleet is made only after a person has entered the number of hosts.</summary>
public sealed class ConfirmingTests
{
    [Fact]
    public async Task An_assignment_to_everybody_needs_the_number_of_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await FleetAsync(server, 10);
        await api.PublishAsync(Api.Iw10);

        using (var refused = await AssignAsync(api, new("*", "edge", 0, "all of them")))
        {
            var problem = Assert.Single((await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!);
            Assert.Equal("confirm", problem.Path);
            Assert.Contains("10 of 10 hosts", problem.Rule, StringComparison.Ordinal);
        }
        using (var wrong = await AssignAsync(api, new("*", "edge", 0, "all of them", Confirm: 9)))
            Assert.Equal("9", Assert.Single((await wrong.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Value);
        Assert.Empty(await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));

        using var some = await AssignAsync(api, new("role:web", "edge", 0, "half of them"));
        Assert.Equal(5, (await some.ReadAsync(PoliciesJson.Default.AssignmentSummary)).Decides);
        using var all = await AssignAsync(api, new("*", "edge", 10, "all of them, 5 of which change"));
        Assert.Equal(HttpStatusCode.Created, all.StatusCode);
    }

    [Fact]
    public async Task A_publication_a_rollback_and_the_removal_of_an_assignment_need_it_too()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        await FleetAsync(server, 10);

        using (var refused = await api.TryPublishAsync(Api.Iw3))
            Assert.Equal("confirm", Assert.Single((await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Path);
        using (
            var said = await api.PostAsJsonAsync(
                FleetPaths.Policies,
                new PublishRequest(Api.Iw3, "because", Confirm: 10),
                PoliciesJson.Default.PublishRequest
            )
        )
            Assert.Equal(HttpStatusCode.Created, said.StatusCode);
        using (var same = await api.TryPublishAsync(Api.Iw3))
            Assert.Equal(HttpStatusCode.OK, same.StatusCode);
        using (
            var staged = await api.PostAsJsonAsync(
                FleetPaths.Policies,
                new PublishRequest(Api.Iw10, "for a rollout", Stage: true),
                PoliciesJson.Default.PublishRequest
            )
        )
            Assert.Equal(HttpStatusCode.Created, staged.StatusCode);
        using (
            var back = await api.PostAsJsonAsync(
                FleetPaths.Rollback("edge"),
                new RollbackRequest(1, "it was better"),
                PoliciesJson.Default.RollbackRequest
            )
        )
            Assert.Equal("confirm", Assert.Single((await back.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Path);

        var id = (await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary))[0].Id;
        using (var refused = await api.DeleteAsync(FleetPaths.Assignment(id)))
            Assert.Equal(
                ["reason", "confirm"],
                (await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!.Select(problem => problem.Path)
            );
        using var removed = await api.DeleteAsync($"{FleetPaths.Assignment(id)}?confirm=10&reason=done");
        Assert.Equal(HttpStatusCode.NoContent, removed.StatusCode);
    }

    [Fact]
    public async Task Nine_hosts_are_no_fleet_that_half_of_means_anything()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await FleetAsync(server, 9);
        await api.PublishAsync(Api.Iw10, "*");
        Assert.Equal(9, (await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary))[0].Decides);
    }

    [Fact]
    public async Task A_selector_that_matches_nobody_is_done_and_said()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await FleetAsync(server, 2);
        await api.PublishAsync(Api.Iw10);
        using var answer = await AssignAsync(api, new("role:wbe", "edge", 0, "a typing error"));
        Assert.Contains(
            "'role:wbe' matches no host",
            Assert.Single((await answer.ReadAsync(PoliciesJson.Default.AssignmentSummary)).Warnings),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_policy_without_a_released_revision_takes_hosts_from_another_one_and_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        await (await server.EnrolAsync("web-1", labels: ("role", "web"))).FollowAsync();
        await (await server.EnrolAsync("db-1", labels: ("role", "db"))).FollowAsync();
        const string said =
            "no revision of special is current on 1 host for which it decides now: it restores its before-images until one is";

        using var staged = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(Api.Iw3.Replace("edge", "special", StringComparison.Ordinal), "for a rollout", "role:web", Stage: true),
            PoliciesJson.Default.PublishRequest
        );
        Assert.Equal(said, Assert.Single((await staged.ReadAsync(PoliciesJson.Default.PublishReply)).Warnings).Rule);
        using var assigned = await AssignAsync(api, new("host:web-1", "special", 0, "the same host"));
        Assert.Equal([said], (await assigned.ReadAsync(PoliciesJson.Default.AssignmentSummary)).Warnings);
    }

    [Fact]
    public async Task In_the_console_the_number_is_typed()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await FleetAsync(server, 12);
        await api.PublishAsync(Api.Iw10);
        using var person = await Person.SignedInAsync(server);

        using var preview = await person.SubmitAsync(
            "/policies/edge/assign",
            "assign",
            ("Input.Selector", "*"),
            ("Input.Reason", "everybody"),
            ("Input.Action", "check")
        );
        var page = await Person.ReadAsync(preview);
        Assert.Contains("This changes 12 of 12 hosts", page.Body!.TextContent, StringComparison.Ordinal);
        Assert.NotNull(page.QuerySelector("input#confirm"));
        Assert.Empty(await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
    }

    private static Task<HttpResponseMessage> AssignAsync(HttpClient api, AssignRequest request) =>
        api.PostAsJsonAsync(FleetPaths.Assignments, request, PoliciesJson.Default.AssignRequest);

    private static async Task FleetAsync(RunningServer server, int hosts)
    {
        for (var i = 0; i < hosts; i++)
            await server.EnrolAsync($"host-{i}", labels: [("role", i < 5 ? "web" : "db")]);
    }
}
