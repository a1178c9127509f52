using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>For any scope and any query: no answer contains anything of a host outside the scope.</summary>
public sealed class SeenHostsTests
{
    private static readonly string[] Sites = ["fra", "ams", "lon"],
        Kinds = ["web", "db"];
    private static readonly string[] Selectors =
    [
        "site:fra",
        "role:db",
        "site:ams role:web",
        "site:fra,lon role:db",
        "-site:fra",
        "host:ams-*",
    ];

    [Fact]
    public async Task No_answer_of_any_kind_names_a_host_beyond_the_scope()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        var hosts = await FleetAsync(server);
        var (policy, rollout) = await EventfulAsync(server, admin, hosts);
        var pages = Reachable.Of(server).Where(one => one.IsRead && one.Needs.Count > 0).ToList();
        var (random, leaks) = (new Random(20261122), new List<string>());
        for (var round = 0; round < 6; round++)
        {
            var grants = Enumerable
                .Range(0, random.Next(1, 3))
                .Select(_ => new AccessGrant(random.Next(2) == 0 ? Role.Viewer : Role.Operator, Selectors[random.Next(Selectors.Length)]))
                .ToArray();
            using var caller = await server.ApiAsync(grants);
            var seen = (await caller.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage))
                .Hosts.Select(host => host.Id)
                .ToHashSet(StringComparer.Ordinal);
            Assert.Equal(
                hosts
                    .Where(host => grants.Any(grant => Matches(grant.Selector, host)))
                    .Select(host => host.Id)
                    .Order(StringComparer.Ordinal),
                seen.Order(StringComparer.Ordinal)
            );
            var hidden = hosts.Where(host => !seen.Contains(host.Id)).ToList();
            foreach (var one in pages)
            {
                var asked = one.Pattern.Contains("idOrName", StringComparison.Ordinal) ? hidden.FirstOrDefault() : null;
                var address = one.Address(name =>
                    name switch
                    {
                        "idOrName" => asked?.Id ?? hosts[0].Id,
                        "id" or "Id" when one.Pattern.Contains("rollouts", StringComparison.Ordinal) => rollout,
                        "name" or "Name" => policy,
                        "IdOrName" => hosts[0].Id,
                        _ => "x",
                    }
                );
                // On a day a name means the host that had it then, so the day is read first.
                using var answer = await caller.GetAsync(
                    address + (address.EndsWith("/day", StringComparison.Ordinal) ? "?day=2026-11-20" : "")
                );
                var text = await answer.Content.ReadAsStringAsync();
                foreach (var host in hidden.Where(host => !address.Contains(host.Id, StringComparison.Ordinal)))
                    if (text.Contains(host.Id, StringComparison.Ordinal) || text.Contains(host.Facts.HostName, StringComparison.Ordinal))
                        leaks.Add(
                            $"{address} told {host.Facts.HostName} to {string.Join(" and ", grants.Select(grant => grant.ToString()))}"
                        );
                if (asked is not null)
                    Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
            }
        }
        Assert.True(leaks.Count == 0, string.Join('\n', leaks.Take(40)));
    }

    [Fact]
    public async Task What_reaches_beyond_the_scope_is_refused()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        var hosts = await FleetAsync(server);
        await PublishAsync(admin);
        using var fra = await server.ApiAsync(Role.Operator, "site:fra");
        var (mine, other) = (
            hosts.First(host => host.Facts.HostName.StartsWith("fra", StringComparison.Ordinal)),
            hosts.First(host => host.Facts.HostName.StartsWith("ams", StringComparison.Ordinal))
        );

        Assert.Contains("beyond what you may change", Rule(await fra.TryPublishAsync(Api.Iw10)), StringComparison.Ordinal);
        Assert.Contains(
            "add the terms of your scope",
            Rule(await fra.TryPublishAsync("policy: mine\nwindow: { initcwnd: 8 }\nscopes: [default]\n", assign: "role:web")),
            StringComparison.Ordinal
        );
        Assert.Equal(
            HttpStatusCode.Created,
            (
                await fra.TryPublishAsync("policy: mine\nwindow: { initcwnd: 8 }\nscopes: [default]\n", assign: "site:fra role:web")
            ).StatusCode
        );
        Assert.Contains(
            "beyond what you may change",
            Rule(
                await fra.PostAsJsonAsync(
                    FleetPaths.Holds,
                    new HoldRequest(null, "role:web", "why", null, 6),
                    StandingJson.Default.HoldRequest
                )
            ),
            StringComparison.Ordinal
        );
        Assert.Equal(
            HttpStatusCode.OK,
            (
                await fra.PostAsJsonAsync(
                    FleetPaths.Holds,
                    new HoldRequest(mine.Id, null, "why", null, null),
                    StandingJson.Default.HoldRequest
                )
            ).StatusCode
        );
        Assert.Contains(
            "add the terms",
            Rule(
                await fra.PostAsJsonAsync(
                    FleetPaths.Exceptions,
                    new ExceptionRequest
                    {
                        Selector = "kernel:9.9",
                        Reason = "why",
                        Endless = true,
                    },
                    ExceptionJson.Default.ExceptionRequest
                )
            ),
            StringComparison.Ordinal
        );
        Assert.Equal(HttpStatusCode.NotFound, (await LabelAsync(fra, other, ("site", "fra"))).StatusCode);
        Assert.Contains("would leave", Rule(await LabelAsync(fra, mine, ("site", "ams"))), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await LabelAsync(fra, mine, ("site", "fra"), ("role", "cache"))).StatusCode);
        Assert.Equal(
            HttpStatusCode.NotFound,
            (
                await fra.PostAsJsonAsync(
                    FleetPaths.HostRetire(other.Id),
                    new ReasonRequest("why"),
                    AdministrationJson.Default.ReasonRequest
                )
            ).StatusCode
        );

        await AnswersAlikeAsync(fra, other.Id, "00000000-0000-7000-8000-000000000000");
        await AnswersAlikeAsync(fra, other.Facts.HostName, "no-such-host");

        // A user who reads all hosts and changes a part gets the scope of the permission, not "not found".
        using var both = await server.ApiAsync(new AccessGrant(Role.Viewer), new AccessGrant(Role.Operator, "site:fra"));
        Assert.Equal(12, (await both.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage)).Matched);
        Assert.Equal(HttpStatusCode.Forbidden, (await LabelAsync(both, other, ("site", "fra"))).StatusCode);
    }

    /// <summary>Holds, releases, labels and exceptions say the same of a host outside the scope and of one that does not exist.</summary>
    private static async Task AnswersAlikeAsync(HttpClient fra, string hidden, string missing)
    {
        var selector = Guid.TryParse(hidden, out _) ? "id" : "host";
        foreach (var form in (string[])["\"host\":\"HOST\"", $"\"selector\":\"{selector}:HOST\""])
        foreach (
            var (path, more) in ((string, string)[])
                [
                    (FleetPaths.Holds, ""),
                    (FleetPaths.Release, ""),
                    (FleetPaths.Labels, ",\"key\":\"rack\",\"value\":\"7\""),
                    (FleetPaths.Exceptions, ",\"endless\":true"),
                ]
        )
        {
            var answers = new List<string>();
            foreach (var host in (string[])[hidden, missing])
            {
                var body = $"{{{form},\"reason\":\"why\"{more}}}".Replace("HOST", host, StringComparison.Ordinal);
                using var answer = await fra.PostAsync(path, new StringContent(body, System.Text.Encoding.UTF8, "application/json"));
                Assert.False(answer.IsSuccessStatusCode);
                var problem = await answer.ProblemAsync(answer.StatusCode);
                answers.Add($"{problem.Status} {problem.Title} {problem.Detail} {problem.Problems![0].Rule}");
            }
            Assert.Equal(answers[0], answers[1]);
        }
    }

    [Fact]
    public async Task A_rollout_over_hosts_beyond_the_scope_is_neither_planned_nor_steered_nor_approved()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        await FleetAsync(server);
        var (policy, rollout) = await PlannedAsync(admin);
        using var fra = await server.ApiAsync(new AccessGrant(Role.Operator, "site:fra"), new AccessGrant(Role.Approver, "site:fra"));
        var detail = await fra.GetAsync(FleetPaths.Rollout(rollout), RolloutJson.Default.RolloutDetail);
        Assert.Contains(
            "beyond what you may change",
            Rule(
                await fra.PostAsJsonAsync(
                    FleetPaths.Rollouts,
                    new RolloutRequest(policy, 2, "why", Confirm: 12),
                    RolloutJson.Default.RolloutRequest
                )
            ),
            StringComparison.Ordinal
        );
        Assert.Contains(
            "beyond what you may change",
            Rule(
                await fra.PostAsJsonAsync(
                    FleetPaths.RolloutApprove(rollout),
                    new ApproveRequest(detail.PlanHash, "why"),
                    RolloutJson.Default.ApproveRequest
                )
            ),
            StringComparison.Ordinal
        );
        Assert.Contains(
            "beyond what you may change",
            Rule(
                await fra.PostAsJsonAsync(
                    FleetPaths.RolloutCommand(rollout),
                    new RolloutCommand(RolloutAction.Abort, "why"),
                    RolloutJson.Default.RolloutCommand
                )
            ),
            StringComparison.Ordinal
        );
    }

    private static async Task<List<TestHost>> FleetAsync(RunningServer server)
    {
        var hosts = new List<TestHost>();
        foreach (var site in Sites)
        foreach (var kind in Kinds)
            for (var i = 2; i <= 3; i++)
                hosts.Add(await server.EnrolAsync($"{site}-{kind}-{i}", "", ("site", site), ("role", kind)));
        return hosts;
    }

    /// <summary>Everything that could name a host outside the scope.</summary>
    private static async Task<(string Policy, string Rollout)> EventfulAsync(RunningServer server, HttpClient admin, List<TestHost> hosts)
    {
        var planned = await PlannedAsync(admin);
        foreach (var host in hosts)
        {
            await admin.PostAsJsonAsync(
                FleetPaths.Exceptions,
                new ExceptionRequest
                {
                    Host = host.Id,
                    Reason = "old",
                    Endless = true,
                },
                ExceptionJson.Default.ExceptionRequest
            );
            await admin.PostAsJsonAsync(
                FleetPaths.Holds,
                new HoldRequest(host.Id, null, "kept", null, null),
                StandingJson.Default.HoldRequest
            );
            await admin.PostAsJsonAsync(
                FleetPaths.Assignments,
                new AssignRequest($"id:{host.Id}", "edge", 5, "alone", null),
                PoliciesJson.Default.AssignRequest
            );
        }
        return planned;
    }

    private static async Task<(string Policy, string Rollout)> PlannedAsync(HttpClient admin)
    {
        await PublishAsync(admin);
        using var staged = await admin.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(Api.Iw10, "because", Stage: true),
            PoliciesJson.Default.PublishRequest
        );
        using var made = await admin.PostAsJsonAsync(
            FleetPaths.Rollouts,
            new RolloutRequest("edge", 2, "on", Confirm: 12),
            RolloutJson.Default.RolloutRequest
        );
        return ("edge", (await made.ReadAsync(RolloutJson.Default.RolloutDetail)).Summary.Id);
    }

    private static async Task PublishAsync(HttpClient admin)
    {
        using var made = await admin.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(Api.Iw3, "because", "*", Confirm: 12),
            PoliciesJson.Default.PublishRequest
        );
        Assert.Equal(HttpStatusCode.Created, made.StatusCode);
    }

    private static Task<HttpResponseMessage> LabelAsync(HttpClient api, TestHost host, params (string Key, string Value)[] labels) =>
        api.PutAsJsonAsync(
            FleetPaths.HostLabels(host.Id),
            new LabelsRequest(labels.ToDictionary(l => l.Key, l => l.Value), "moved"),
            AdministrationJson.Default.LabelsRequest
        );

    private static string Rule(HttpResponseMessage answer)
    {
        var problem = answer.ProblemAsync(HttpStatusCode.Forbidden).GetAwaiter().GetResult();
        return problem.Problems!.Single(one => one.Path == "scope").Rule;
    }

    private static bool Matches(string selector, TestHost host)
    {
        var parts = host.Facts.HostName.Split('-');
        return selector switch
        {
            "site:fra" => parts[0] == "fra",
            "role:db" => parts[1] == "db",
            "site:ams role:web" => parts is ["ams", "web", _],
            "site:fra,lon role:db" => parts[1] == "db" && parts[0] != "ams",
            "-site:fra" => parts[0] != "fra",
            _ => parts[0] == "ams",
        };
    }
}
