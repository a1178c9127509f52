using System.Net.Http.Json;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Assignments;

/// <summary>A policy has one assignment to a selector, however often it is set.</summary>
public sealed class ReplacingTests
{
    [Fact]
    public async Task Setting_an_assignment_again_replaces_its_priority()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        await api.PublishAsync(Api.Iw3);
        await api.PublishAsync(Api.Iw10.Replace("edge", "base", StringComparison.Ordinal));
        await api.AssignAsync("base", "*", 0);

        Assert.Null((await SetAsync(api, 5)).Replaced);
        var lowered = await SetAsync(api, -5);

        Assert.Equal((5, 0), (lowered.Replaced, lowered.Decides));
        var all = await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary);
        Assert.Equal([("base", 0), ("edge", -5)], all.Select(one => (one.Policy, one.Priority)));
        Assert.Single(await api.AuditAsync("assignment.remove"));
    }

    [Fact]
    public async Task Of_callers_who_replace_one_assignment_at_once_each_reads_its_own_and_the_last_one_is_in_force()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        for (var round = 0; round < 10; round++)
        {
            var priorities = Enumerable.Range(round * 8, 8).ToList();
            var made = await Task.WhenAll(priorities.Select(priority => SetAsync(api, priority)));
            Assert.Equal(priorities, made.Select(one => one.Priority));
            var last = Assert.Single(await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
            Assert.Contains(last.Id, made.Select(one => one.Id));
        }
    }

    [Fact]
    public async Task The_preview_of_a_lower_priority_does_not_count_the_assignment_that_it_replaces()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        await api.PublishAsync(Api.Iw3);
        await api.PublishAsync(Api.Iw10.Replace("edge", "base", StringComparison.Ordinal));
        await api.AssignAsync("base", "*", 0);
        await SetAsync(api, 5);

        using var checkedAnswer = await person.SubmitAsync(
            "/policies/edge/assign",
            "assign",
            ("Input.Selector", "*"),
            ("Input.Priority", "-5"),
            ("Input.Action", "check")
        );
        var text = (await Person.ReadAsync(checkedAnswer)).QuerySelector("main")!.TextContent;
        Assert.Contains(
            "edge then applies to 0 of them; 1 keeps another policy with a higher priority.",
            string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal
        );
        Assert.Contains("1 of 1 hosts moves to another revision or policy", text, StringComparison.Ordinal);
    }

    private static async Task<AssignmentSummary> SetAsync(HttpClient api, int priority)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Assignments,
            new AssignRequest("*", "edge", priority, "again"),
            PoliciesJson.Default.AssignRequest
        );
        return await answer.ReadAsync(PoliciesJson.Default.AssignmentSummary);
    }
}
