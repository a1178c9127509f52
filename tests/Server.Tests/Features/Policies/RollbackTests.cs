using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Policies;

/// <summary>A rollback does what its preview says, and there is something to undo as long as hosts have another revision.</summary>
public sealed class RollbackTests
{
    [Fact]
    public async Task A_removed_policy_is_not_rolled_back_and_the_answer_says_what_to_do()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await api.PublishAsync(Api.Iw10);
        await RemoveAsync(api);

        foreach (var to in (int[])[1, 2])
        {
            var problem = Assert.Single((await (await TryAsync(api, to, "back")).ProblemAsync(HttpStatusCode.BadRequest)).Problems!);
            Assert.Equal(("policy", "edge"), (problem.Path, problem.Value));
            Assert.Contains("was removed; publish it again, as revision 3", problem.Rule, StringComparison.Ordinal);
        }
        using var preview = await TryPreviewAsync(api, 1);
        Assert.Equal("policy", Assert.Single((await preview.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Path);
        Assert.Equal(3, (await api.PublishAsync(Api.Iw10)).Revision);
    }

    [Fact]
    public async Task A_preview_counts_what_the_rollback_then_changes()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        await host.TakeAsync();
        await StageAsync(api, Api.Iw10);

        var before = await PreviewAsync(api, 1);
        Assert.Equal((1, 3), (before.Affected, before.Hosts[0].To!.Revision));
        var reply = await api.RollbackAsync("edge", 1);
        Assert.Equal((3, false, 1, 1), (reply.Revision, reply.Unchanged, reply.Previous!.Value, reply.Hosts));

        Assert.Equal(0, (await PreviewAsync(api, 1)).Affected);
        Assert.True((await api.RollbackAsync("edge", 1)).Unchanged);
    }

    [Fact]
    public async Task A_rollout_that_moved_hosts_to_an_earlier_revision_can_be_undone()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        await api.PublishAsync(Api.Iw10);
        await server.RollOutAsync("edge", 1, host);
        Assert.Equal(1, (await host.TakeAsync())!.Content.Revision);

        Assert.Equal(1, (await PreviewAsync(api, 2)).Affected);
        Assert.False((await api.RollbackAsync("edge", 2)).Unchanged);
        Assert.Equal(3, (await host.TakeAsync())!.Content.Revision);
    }

    [Fact]
    public async Task Publishing_the_released_content_again_ends_a_rollout_to_an_earlier_revision()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        await api.PublishAsync(Api.Iw10);
        await server.RollOutAsync("edge", 1, host);
        await host.TakeAsync();

        var reply = await api.PublishAsync(Api.Iw10);
        Assert.Equal((2, false), (reply.Revision, reply.Unchanged));
        Assert.Equal(2, (await host.TakeAsync())!.Content.Revision);
    }

    [Fact]
    public async Task The_way_back_from_a_publication_is_the_released_revision_and_not_a_staged_one()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        Assert.Null((await api.PublishAsync(Api.Iw3)).Previous);
        await StageAsync(api, Api.Iw10);
        var reply = await api.PublishAsync(Api.Iw3.Replace('3', '4'));
        Assert.Equal((3, 1), (reply.Revision, reply.Previous));
    }

    [Fact]
    public async Task A_missing_reason_and_a_missing_number_are_reported_together()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        await api.PublishAsync(Api.Iw10);
        for (var i = 0; i < 10; i++)
            await server.EnrolAsync($"web-{i}");

        var problem = await (await TryAsync(api, 1, "")).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal(["reason", "confirm"], problem.Problems!.Select(one => one.Path));
    }

    private static async Task StageAsync(HttpClient api, string document)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(document, "for a rollout", Stage: true),
            PoliciesJson.Default.PublishRequest
        );
        Assert.True(answer.IsSuccessStatusCode);
    }

    private static async Task RemoveAsync(HttpClient api)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.RemovePolicy("edge"),
            new RemovePolicyRequest("gone", "1/0"),
            DirectoryJson.Default.RemovePolicyRequest
        );
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
    }

    private static Task<HttpResponseMessage> TryAsync(HttpClient api, int to, string reason) =>
        api.PostAsJsonAsync(FleetPaths.Rollback("edge"), new RollbackRequest(to, reason), PoliciesJson.Default.RollbackRequest);

    private static Task<HttpResponseMessage> TryPreviewAsync(HttpClient api, int to) =>
        api.PostAsJsonAsync(
            FleetPaths.Impact,
            new ImpactRequest { Release = [new("edge", to, Rollback: true)] },
            ImpactJson.Default.ImpactRequest
        );

    private static async Task<ImpactPage> PreviewAsync(HttpClient api, int to)
    {
        using var answer = await TryPreviewAsync(api, to);
        return await answer.ReadAsync(ImpactJson.Default.ImpactPage);
    }
}
