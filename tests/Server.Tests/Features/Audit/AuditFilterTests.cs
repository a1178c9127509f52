using System.Net;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Audit;

public sealed class AuditFilterTests
{
    [Theory]
    [InlineData("action=policy.publish", "policy.publish policy.publish")]
    [InlineData("action=policy.*", "policy.rollback policy.publish policy.publish")]
    [InlineData("actor=token:*&subject=policy:edge", "policy.rollback policy.publish assignment.create policy.publish")]
    [InlineData("actor=test", "token.create")]
    [InlineData("q=IT+WAS", "policy.rollback")]
    [InlineData("q=100%25", "")]
    [InlineData("q=_", "token.create")]
    [InlineData("q=127.0.0.1&action=assignment.*", "assignment.create")]
    [InlineData("since=2999-01-01", "")]
    [InlineData("until=2020-01-01", "")]
    [InlineData("since=2020-01-01&until=2999-01-01T00:00:00Z&limit=1", "policy.rollback")]
    public async Task Entries_are_found_by_who_what_where_words_and_time(string query, string actions)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        await api.PublishAsync(Api.Iw10);
        await api.RollbackAsync("edge", 1);
        var page = await api.GetAsync($"{FleetPaths.Audit}?{query}", AuditJson.Default.AuditPage);
        Assert.Equal(actions, string.Join(' ', page.Entries.Select(entry => entry.Action)));
    }

    [Fact]
    public async Task The_trail_of_a_host_has_what_reached_it_through_policies_and_rollouts_and_nothing_else()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var api = await server.ApiAsync();
        var hosts = await server.FleetAsync(api, 2);
        await api.PublishAsync(Api.Iw3.Replace("policy: edge", "policy: unused", StringComparison.Ordinal));
        await api.RelabelAsync("web-2", ("site", "fra"));
        var rollout = await api.RollAsync(await api.StageAsync(Api.Iw10), confirm: 2);
        await server.UntilAsync(api, rollout.Summary.Id, hosts, RolloutState.Complete);

        var page = await api.GetAsync($"{FleetPaths.Audit}?host=WEB-1&limit=500", AuditJson.Default.AuditPage);
        var subjects = page.Entries.Select(entry => entry.Subject).Distinct().Order(StringComparer.Ordinal);
        Assert.Equal([$"host:{hosts[0].Id}", "policy:edge", $"rollout:{rollout.Summary.Id}"], subjects);
        Assert.Equal("web-1", page.HostNames[hosts[0].Id]);
        Assert.Contains(page.Entries, entry => entry.Action == "policy.publish");
        Assert.Contains(page.Entries, entry => entry.Action == "rollout.complete");
        Assert.Empty((await api.GetAsync($"{FleetPaths.Audit}?host=nosuch", AuditJson.Default.AuditPage)).Entries);
        // A person remembers the name, the log has the id.
        var found = await api.GetAsync($"{FleetPaths.Audit}?q=web-2", AuditJson.Default.AuditPage);
        Assert.All(found.Entries, entry => Assert.Equal($"host:{hosts[1].Id}", entry.Subject));
        Assert.Contains(found.Entries, entry => entry.Action == "host.label");
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_a_search_comes_in_one_answer()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.GetAsync($"{FleetPaths.Audit}?since=yesterday&until=now&q={new string('x', 300)}");
        var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains("since: 'yesterday'", problem.Detail, StringComparison.Ordinal);
        Assert.Contains("until: 'now'", problem.Detail, StringComparison.Ordinal);
        Assert.Contains("q: 300 characters", problem.Detail, StringComparison.Ordinal);
    }
}
