using System.Net;
using System.Net.Http.Json;
using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>
/// A viewer of one site sends every query. Then hosts of the other site join, fail, are held and excepted, and the viewer sends every query
/// again. No answer may name the other site, and none may have changed, counts included.
/// </summary>
public sealed partial class ScopeWalkTests
{
    /// <summary>In addition to the plain addresses: addresses with queries.</summary>
    private static readonly string[] Asked =
    [
        "/hosts?q=canary:no",
        "/hosts?sort=-state",
        "/hosts.csv?q=*",
        "/standing?kind=drift&days=7",
        "/standing?kind=holds",
        "/palette?q=x",
        "/palette?q=e",
        "/compliance?by=site",
        "/compliance?by=room",
        "/compliance/exceptions?all=true",
        "/policies/edge/diff?from=1&to=2",
        "/rollouts?policy=edge",
        "/rollouts/rows?policy=elsewhere",
        "/api/v1/compliance?by=site",
        "/api/v1/compliance/trend?points=3",
        "/api/v1/exceptions?all=true",
        "/api/v1/policies/edge/diff?from=1&to=2",
        "/api/v1/rollouts?policy=elsewhere",
        "/api/v1/rollouts?active=true",
        "/api/v1/pairs?by=site",
        "/api/v1/traffic?by=site",
        "/api/v1/standing?kind=drift",
        "/api/v1/standing/disturbances?days=7",
        "/api/v1/canary?canaries=canary:yes&matched=*&on=2026-11-01&days=3",
        "/insight/pairs?by=site",
        "/api/v1/recommendations?q=*",
        "/api/v1/hosts?q=-site:fra",
        "/hosts?q=-site:fra",
    ];

    [Fact]
    public async Task Nothing_of_another_site_shows_and_nothing_that_happens_there_changes_an_answer()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 1 });
        using var admin = await server.ApiAsync();
        var fleet = await ScopedFleet.BeginAsync(server, admin);
        using var viewer = await server.ApiAsync(Role.Viewer, "site:fra");
        await Until.TrueAsync(
            async () =>
                (await viewer.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage)).Hosts.All(host => host.Verdict != Verdict.NeverSeen),
            () => "a host has no verdict yet"
        );
        var addresses = Addresses(server, fleet);

        var before = await WalkAsync(viewer, addresses, fleet);
        await fleet.GrowAsync();
        await Until.TrueAsync(
            async () =>
                (await admin.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage)).Hosts.All(host => host.Verdict != Verdict.NeverSeen),
            () => "a host has no verdict yet"
        );
        var after = await WalkAsync(viewer, addresses, fleet);

        Assert.True(before.Count(one => one.Value.Status == HttpStatusCode.OK) > 60, "the walk asks for what is there");
        Assert.Equal(
            (HttpStatusCode.OK, HttpStatusCode.OK),
            (after[$"/api/v1/rollouts/{fleet.Shared}"].Status, after[$"/rollouts/{fleet.Shared}/hosts"].Status)
        );
        Assert.Equal(HttpStatusCode.NotFound, after[$"/api/v1/rollouts/{fleet.Foreign}"].Status);
        Assert.Equal(HttpStatusCode.NotFound, after[$"/rollouts/{fleet.Foreign}"].Status);
        List<string> leaks = [.. after.SelectMany(one => one.Value.Named.Select(name => $"{one.Key} tells {name}"))];
        leaks.AddRange(
            addresses
                .Where(address => before[address].Text != after[address].Text)
                .Select(address => $"{address} changed: {Difference(before[address].Text, after[address].Text)}")
        );
        Assert.True(leaks.Count == 0, string.Join('\n', leaks));
    }

    [Fact]
    public async Task Who_may_see_every_host_of_a_rollout_sees_it_whole()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 1 });
        using var admin = await server.ApiAsync();
        var fleet = await ScopedFleet.BeginAsync(server, admin);
        await fleet.GrowAsync();
        using var viewer = await server.ApiAsync(Role.Viewer, "site:fra");
        using var both = await server.ApiAsync(
            new AccessGrant(Role.Viewer, "site:fra"),
            new AccessGrant(Role.Viewer, $"site:{ScopedFleet.Mark}-site")
        );
        using var theirs = await server.ApiAsync(Role.Viewer, $"site:{ScopedFleet.Mark}-site");

        var part = await viewer.GetAsync(FleetPaths.Rollout(fleet.Shared), RolloutJson.Default.RolloutDetail);
        Assert.True(part.Summary.Partial);
        Assert.Equal((3, 0, 0), (part.Summary.Hosts, part.Summary.Failed, part.Excluded.Count));
        Assert.Equal([1, 2], part.Rings.Select(ring => ring.Hosts));
        Assert.Equal((GateVerdict.Fail, 0), (part.Rings[0].Gate!.Verdict, part.Rings[0].Gate!.Inputs.Count));
        // A policy for every host reaches further than any two sites.
        Assert.True((await both.GetAsync(FleetPaths.Rollout(fleet.Shared), RolloutJson.Default.RolloutDetail)).Summary.Partial);
        var whole = await theirs.GetAsync(FleetPaths.Rollout(fleet.Foreign), RolloutJson.Default.RolloutDetail);
        Assert.False(whole.Summary.Partial);
        Assert.NotEmpty(whole.Events[0].Text);
    }

    [Fact]
    public async Task A_plan_over_hosts_beyond_the_scope_is_not_shown()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 1 });
        using var admin = await server.ApiAsync();
        await ScopedFleet.BeginAsync(server, admin);
        using var viewer = await server.ApiAsync(Role.Viewer, "site:fra");
        using var answer = await viewer.PostAsJsonAsync(
            FleetPaths.Rollouts + "/plan",
            new RolloutRequest("edge", 2, "why"),
            RolloutJson.Default.RolloutRequest
        );
        var problem = await answer.ProblemAsync(HttpStatusCode.Forbidden);
        Assert.DoesNotContain("5", $"{problem.Title} {problem.Detail}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_token_of_one_site_reads_no_metrics_of_the_fleet()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Proxies = ["127.0.0.0/8"] });
        using var viewer = await server.ApiAsync(Role.Viewer, "site:fra");
        viewer.DefaultRequestHeaders.Add("X-Forwarded-For", "203.0.113.9");
        Assert.Equal(HttpStatusCode.Forbidden, (await viewer.GetAsync("/metrics")).StatusCode);
    }

    private static List<string> Addresses(RunningServer server, ScopedFleet fleet)
    {
        var found = new List<string>(Asked);
        foreach (var one in Reachable.Of(server).Where(one => one.IsRead && one.Needs.Count > 0))
        {
            var rollout = one.Pattern.Contains("rollouts/{", StringComparison.Ordinal);
            foreach (var id in rollout ? [fleet.Shared, fleet.Foreign] : (string[])["x"])
            foreach (
                var policy in one.Pattern.Contains("policies/{", StringComparison.Ordinal) ? (string[])["edge", "elsewhere"] : ["edge"]
            )
            foreach (
                var host in one.Pattern.Contains("dOrName", StringComparison.Ordinal)
                    ? [fleet.Mine[0].Id, fleet.Others[0].Id]
                    : (string[])[""]
            )
                found.Add(
                    one.Address(name =>
                        name switch
                        {
                            "id" or "Id" => id,
                            "name" or "Name" => policy,
                            "idOrName" or "IdOrName" => host,
                            "Verb" => "pause",
                            _ => "x",
                        }
                    )
                );
        }
        return [.. found.Distinct(StringComparer.Ordinal)];
    }

    private static async Task<Dictionary<string, (HttpStatusCode Status, string Text, IReadOnlyList<string> Named)>> WalkAsync(
        HttpClient viewer,
        List<string> addresses,
        ScopedFleet fleet
    )
    {
        var found = new Dictionary<string, (HttpStatusCode, string, IReadOnlyList<string>)>(StringComparer.Ordinal);
        foreach (var address in addresses)
        {
            using var answer = await viewer.GetAsync(address);
            var text = await answer.Content.ReadAsStringAsync();
            // The answer repeats the requested id, which is no leak.
            var named = fleet
                .Others.Select(host => host.Id)
                .Where(id => !address.Contains(id, StringComparison.Ordinal))
                .Append(ScopedFleet.Mark)
                .Where(name => text.Contains(name, StringComparison.OrdinalIgnoreCase))
                .Select(name => Around(text, name))
                .ToList();
            found[address] = (answer.StatusCode, Changing().Replace(text, "…"), named);
        }
        return found;
    }

    private static string Around(string text, string name)
    {
        var at = text.IndexOf(name, StringComparison.OrdinalIgnoreCase);
        return $"…{text[Math.Max(0, at - 60)..Math.Min(text.Length, at + 60)]}…".ReplaceLineEndings(" ");
    }

    private static string Difference(string before, string after)
    {
        var at = before.Zip(after).TakeWhile(pair => pair.First == pair.Second).Count();
        return (
            $"'{before[Math.Max(0, at - 60)..Math.Min(before.Length, at + 60)]}' → "
            + $"'{after[Math.Max(0, at - 60)..Math.Min(after.Length, at + 60)]}'"
        ).ReplaceLineEndings(" ");
    }

    /// <summary>
    /// Parts that differ with each request: the time, its distance, tokens of forms, hashes of plans, how far a server is behind.
    /// </summary>
    [GeneratedRegex(
        """<time[^>]*>[^<]*</time>|\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+]00:00| UTC)?|name="__RequestVerificationToken"[^>]*>|nonce="[^"]*"|\b[0-9a-f]{64}\b|"traceId":"[^"]*"|\d+ (s|min) ago|"lagMs":\d+|<td class="end">\d+ ms</td>|\bc[0-9a-f]{8}[td]\b"""
    )]
    private static partial Regex Changing();
}
