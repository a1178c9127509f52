using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class LabelHostsTests
{
    [Fact]
    public async Task One_label_of_many_hosts_changes_at_once_and_each_has_it_in_its_trail()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var fra = await server.EnrolAsync("a", "m1", ("site", "fra"), ("role", "web"));
        await server.EnrolAsync("b", "m2", ("site", "ams"));
        await server.EnrolAsync("c", "m3", ("role", "web"));
        await api.PublishAsync(Api.Iw10, assign: "site:ams");

        var reply = await LabelAsync(api, new(null, "*", "site", "ams", "the move"));
        Assert.Equal((3, 2), (reply.Matched, reply.Changed));
        Assert.Equal([new PolicyMove(null, "edge", 2)], reply.Moves);
        Assert.NotNull(await fra.TakeAsync());
        Assert.Equal(
            "role=web site=ams",
            string.Join(' ', (await api.DetailAsync("a")).Summary.Labels.OrderBy(l => l.Key).Select(l => $"{l.Key}={l.Value}"))
        );

        var entries = await api.AuditAsync("host.label");
        Assert.Equal(2, entries.Count);
        Assert.Contains(entries, entry => entry.Text == "Labels of a are now: role=web, site=ams (site was fra).");
        Assert.Contains(
            entries,
            entry => entry.Text == "Labels of c are now: role=web, site=ams (site is new)." && entry.Reason == "the move"
        );
        Assert.True((await api.GetAsync(FleetPaths.AuditVerify, AuditJson.Default.AuditVerification)).Intact);
        var trail = await api.GetAsync($"{FleetPaths.Audit}?host=c", AuditJson.Default.AuditPage);
        Assert.Contains(trail.Entries, entry => entry.Action == "host.label");
        Assert.Contains(
            (await api.DetailAsync("c")).History,
            one => one.Kind == "Labelled" && one.Text.Contains("site=ams", StringComparison.Ordinal)
        );
        var kept = await server.Database.ReadAsync(db =>
            db.ListAsync<string>("select identity from identity_changes where host_id = @Id order by changed_at, id", new { fra.Id })
        );
        Assert.Contains("ams", kept[^1], StringComparison.Ordinal);

        Assert.Equal(1, (await LabelAsync(api, new("a", null, "role", null, "not a web server"))).Changed);
        Assert.False((await api.DetailAsync("a")).Summary.Labels.ContainsKey("role"));
    }

    [Fact]
    public async Task Nothing_changes_when_anything_is_wrong()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("a", "m1", ("site", "fra"));
        var full = Enumerable.Range(0, 64).Select(i => ($"k{i}", "v")).Append(("site", "ams")).Skip(1).ToArray();
        await server.EnrolAsync("b", "m2", full);

        var wrong = await (await TryAsync(api, new(null, "site:fra,", "Site", "a b"))).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal(["selector", "key", "value", "reason"], wrong.Problems!.Select(problem => problem.Path));
        await (await TryAsync(api, new(null, "*", "os", "linux", "why"))).ProblemAsync(HttpStatusCode.BadRequest);
        await (await TryAsync(api, new(null, "*", "site", "", "why"))).ProblemAsync(HttpStatusCode.BadRequest);
        await (await TryAsync(api, new("nobody", null, "site", "ams", "why"))).ProblemAsync(HttpStatusCode.BadRequest);
        var many = await (await TryAsync(api, new(null, "*", "rack", "7", "why"))).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains("more than 64 labels, the first is b", many.Problems![0].Rule, StringComparison.Ordinal);
        var nothing = await (await TryAsync(api, new("a", null, "site", "fra", "why"))).ProblemAsync(HttpStatusCode.Conflict);
        Assert.Contains("has site=fra already", nothing.Detail, StringComparison.Ordinal);
        Assert.Empty(await api.AuditAsync("host.label"));
        Assert.False((await api.DetailAsync("a")).Summary.Labels.ContainsKey("rack"));
    }

    [Fact]
    public async Task Above_half_of_the_fleet_the_number_is_needed_and_a_scope_is_neither_left_nor_extended()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 0; i < 12; i++)
            await server.EnrolAsync($"web-{i:00}", $"m{i}", ("site", i < 8 ? "fra" : "ams"));
        var unsaid = await (await TryAsync(api, new(null, "site:fra", "rack", "7", "why"))).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal("confirm", Assert.Single(unsaid.Problems!).Path);
        Assert.Equal(8, (await LabelAsync(api, new(null, "site:fra", "rack", "7", "why", 8))).Changed);

        using var limited = server.Client(
            $"Bearer {await server.TokenAsync(TokenKind.Api, author: "user:fred", grants: [new AccessGrant(Role.Operator, "site:fra")])}"
        );
        await (await TryAsync(limited, new(null, "*", "rack", "8", "why", 12))).ProblemAsync(HttpStatusCode.Forbidden);
        await (await TryAsync(limited, new("web-00", null, "site", "ams", "why"))).ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal(1, (await LabelAsync(limited, new("web-00", null, "rack", "8", "why"))).Changed);
    }

    private static Task<HttpResponseMessage> TryAsync(HttpClient api, LabelHostsRequest request) =>
        api.PostAsJsonAsync(FleetPaths.Labels, request, AdministrationJson.Default.LabelHostsRequest);

    private static async Task<LabelHostsReply> LabelAsync(HttpClient api, LabelHostsRequest request)
    {
        using var answer = await TryAsync(api, request);
        return await answer.ReadAsync(AdministrationJson.Default.LabelHostsReply);
    }
}
