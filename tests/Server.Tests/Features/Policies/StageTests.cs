using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Policies;

public sealed class StageTests
{
    [Fact]
    public async Task A_staged_revision_reaches_no_host_until_it_is_published()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        var staged = await PublishAsync(api, new(Api.Iw10, "for a rollout", Stage: true));
        Assert.Equal((2, false), (staged.Revision, staged.Unchanged));
        Assert.Equal(1, (await SummaryAsync(api)).Released);
        Assert.Equal(1, (await host.TakeAsync())!.Content.Revision);

        var released = await api.PublishAsync(Api.Iw10);
        Assert.Equal((2, false), (released.Revision, released.Unchanged));
        Assert.Equal(2, (await SummaryAsync(api)).Released);
        Assert.Equal(2, (await host.TakeAsync())!.Content.Revision);
    }

    [Fact]
    public async Task A_policy_of_which_nothing_was_released_asks_nothing_of_its_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await PublishAsync(api, new(Api.Iw3, "for a rollout", "*", Stage: true));
        Assert.Null((await SummaryAsync(api)).Released);
        Assert.Null(await host.TakeAsync());
    }

    [Fact]
    public async Task Of_two_people_who_start_from_the_same_revision_the_second_is_told_what_the_first_did()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await PublishAsync(api, new(Api.Iw10, "the first", Base: 1));
        using var second = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(Api.Iw3.Replace("3", "4", StringComparison.Ordinal), "the second", Base: 1),
            PoliciesJson.Default.PublishRequest
        );
        var problem = Assert.Single((await second.ProblemAsync(HttpStatusCode.Conflict)).Problems!);
        Assert.Equal("base", problem.Path);
        Assert.Contains("revision 2", problem.Rule, StringComparison.Ordinal);
        Assert.Contains("the first", problem.Rule, StringComparison.Ordinal);
        Assert.Equal(2, (await SummaryAsync(api)).Latest.Number);
    }

    private static async Task<PublishReply> PublishAsync(HttpClient api, PublishRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.Policies, request, PoliciesJson.Default.PublishRequest);
        return await answer.ReadAsync(PoliciesJson.Default.PublishReply);
    }

    private static async Task<PolicySummary> SummaryAsync(HttpClient api) =>
        (await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary;
}
