using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

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
