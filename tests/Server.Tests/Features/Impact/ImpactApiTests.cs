using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Impact;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Impact;

public sealed class ImpactApiTests
{
    [Fact]
    public async Task A_mixed_fleet_is_told_host_by_host_before_anything_is_published()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await (await server.EnrolAsync("a-plain")).ToldAsync(Route(10));
        await (await server.EnrolAsync("b-bird")).ToldAsync(Route(10) with { Owner = "bird", Strategy = "report-only" });
        await (await server.EnrolAsync("c-held")).ToldAsync(hold: new("root", DateTimeOffset.UnixEpoch, null, "exam"), targets: Route(10));
        await (await server.EnrolAsync("d-override")).ToldAsync(
            Route(20) with
            {
                Left = TargetLeft.Overridden,
                Reason = "override by root",
            }
        );
        await (await server.EnrolAsync("e-there")).ToldAsync(Route(16));
        await server.EnrolAsync("f-never");
        await (await TestHost.EnrolAsync(server, await server.TokenAsync(), TestHost.WindowsFactsOf("g-server"))).ToldAsync(
            Template("Internet", 10)
        );
        await (
            await TestHost.EnrolAsync(
                server,
                await server.TokenAsync(),
                TestHost.WindowsFactsOf("h-client", "Windows 11 Pro", "10.0.22631.1")
            )
        ).ToldAsync(Template("Internet", 10));

        var page = await PreviewAsync(
            api,
            new() { Publish = ["policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default]\n"], Assign = [new("*", "edge")] }
        );
        Assert.Equal((8, 8, 2), (page.Fleet, page.Affected, page.Windows));
        Assert.Equal(
            [
                "a-plain Changes",
                "b-bird Unsupported",
                "c-held Held",
                "d-override Overridden",
                "e-there Same",
                "f-never Unknown",
                "g-server Changes",
                "h-client Unsupported",
            ],
            page.Hosts.Select(host => $"{host.Name} {host.Prospect}")
        );
        Assert.Equal(8, page.Outcomes.Sum(count => count.Hosts));
        Assert.Equal(
            ["1 Windows client", "1 has a local override", "1 is held", "1 route owned by bird", "1 was never seen"],
            page.Exclusions.Select(count => count.Text).Order(StringComparer.Ordinal)
        );
        var changed = Assert.Single(page.Hosts[0].Targets);
        Assert.Equal((new Window(10, null), new Window(16, null)), (changed.Now, changed.Then));
        Assert.Null(page.Hosts[0].From);
        Assert.Equal(("edge", 1), (page.Hosts[0].To!.Policy, page.Hosts[0].To!.Revision!.Value));
        Assert.Equal(page.Hosts[1].Targets[0].Now, page.Hosts[1].Targets[0].Then);
        Assert.Empty(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
    }

    [Fact]
    public async Task What_an_ended_assignment_puts_back_is_what_the_host_had_before()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, "*");
        await (await server.EnrolAsync("a")).ToldAsync(
            Route(3) with
            {
                Wanted = new(3, null),
                Scope = "default",
                Managed = true,
                Before = new(12, null),
            }
        );
        var assignment = Assert.Single(await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
        foreach (var request in (ImpactRequest[])[new() { Unassign = [assignment.Id] }, new() { Remove = ["edge"] }])
        {
            var host = Assert.Single((await PreviewAsync(api, request)).Hosts);
            Assert.Equal((Prospect.PutBack, null), (host.Prospect, host.To));
            Assert.Equal((new Window(3, null), new Window(12, null)), (host.Targets[0].Now, host.Targets[0].Then));
        }
    }

    [Fact]
    public async Task An_assignment_that_a_publication_leaves_as_it_is_keeps_its_priority()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await api.PublishAsync("policy: other\nwindow: { initcwnd: 6 }\nscopes: [default]\n", "site:fra");
        await (await server.EnrolAsync("a", labels: ("site", "fra"))).ToldAsync(Route(3));
        using (
            var assigned = await api.PostAsJsonAsync(
                FleetPaths.Assignments,
                new AssignRequest("site:fra", "edge", -5, "others come first"),
                PoliciesJson.Default.AssignRequest
            )
        )
            assigned.EnsureSuccessStatusCode();
        ImpactRequest Push(bool keep) => new() { Publish = [Api.Iw10], Assign = [new("site:fra", "edge", Keep: keep)] };
        Assert.Equal(0, (await PreviewAsync(api, Push(keep: true))).Affected);
        Assert.Equal(1, (await PreviewAsync(api, Push(keep: false))).Affected);

        await api.PublishAsync(Api.Iw10, "site:fra");
        Assert.Equal("other", (await api.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage)).Hosts[0].Policy);
    }

    [Fact]
    public async Task A_staged_policy_changes_nothing_by_itself_and_its_assignment_takes_hosts_from_another()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, "*");
        await (await server.EnrolAsync("a", labels: ("site", "fra"))).ToldAsync(
            Route(3) with
            {
                Wanted = new(3, null),
                Scope = "default",
                Managed = true,
                Before = new(12, null),
            }
        );
        const string New = "policy: new\nwindow: { initcwnd: 6 }\nscopes: [default]\n";

        Assert.Equal(0, (await PreviewAsync(api, new() { Stage = [New, Api.Iw10] })).Affected);
        var taken = Assert.Single((await PreviewAsync(api, new() { Stage = [New], Assign = [new("site:fra", "new")] })).Hosts);
        Assert.Equal((Prospect.PutBack, null), (taken.Prospect, taken.To));
        Assert.Equal(new Window(12, null), taken.Targets[0].Then);
    }

    [Fact]
    public async Task A_Windows_client_that_has_the_window_is_forecast_as_it_is_judged()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        var host = await TestHost.EnrolAsync(
            server,
            await server.TokenAsync(),
            TestHost.WindowsFactsOf("client", "Windows 11 Pro", "10.0.22631.1")
        );
        await host.TakeAsync();
        var template = Template("Internet", 10) with { Wanted = new(10, null), Scope = "default" };
        await host.DurableAsync(host.Line(host.State(10, 10) with { Targets = [template] }));
        (await host.CheckInAsync()).Dispose();
        await Until.TrueAsync(
            async () => (await api.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage)).Hosts[0].Verdict == Verdict.Compliant,
            () => "the client has the window and is not compliant"
        );

        async Task<HostImpact> IfAsync(int segments) =>
            Assert.Single(
                (
                    await PreviewAsync(
                        api,
                        new()
                        {
                            Publish = [$"policy: edge\nwindow: {{ initcwnd: {segments} }}\nscopes: [default]\nlimits: {{ max: 30 }}\n"],
                        }
                    )
                ).Hosts
            );
        Assert.Equal(Prospect.Same, (await IfAsync(10)).Prospect);
        var other = await IfAsync(16);
        Assert.Equal((Prospect.Unsupported, "Windows client"), (other.Prospect, other.Why));
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        Assert.Equal(Prospect.Unsupported, (await IfAsync(10)).Prospect);
    }

    [Fact]
    public async Task A_host_that_changes_labels_is_told_what_it_gets_by_them()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, "role:web");
        var host = await server.EnrolAsync("a");
        await host.ToldAsync(Route(10));
        await server.EnrolAsync("b");
        var page = await PreviewAsync(
            api,
            new() { Relabel = [new(host.Id, new Dictionary<string, string>(StringComparer.Ordinal) { ["role"] = "web" })] }
        );
        Assert.Equal((1, Prospect.Changes, "edge"), (page.Affected, page.Hosts[0].Prospect, page.Hosts[0].To!.Policy));
    }

    [Fact]
    public async Task A_newer_report_counts_at_once_and_what_is_stale_is_not_guessed()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        await host.ToldAsync(Route(10));
        ImpactRequest request = new() { Publish = [Api.Iw3], Assign = [new("*", "edge")] };
        Assert.Equal(Prospect.Changes, (await PreviewAsync(api, request)).Hosts[0].Prospect);
        await host.ToldAsync(Route(3));
        var same = await PreviewAsync(api, request);
        Assert.Equal((1, Prospect.Same, 0), (same.Affected, same.Hosts[0].Prospect, same.Windows));
        using (await host.CheckInAsync(hash: "something else"))
            Assert.Equal("has changed since its last report", (await PreviewAsync(api, request)).Hosts[0].Why);
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        Assert.Equal((Prospect.Unknown, "stale"), (await PreviewAsync(api, request)).Hosts.Select(h => (h.Prospect, h.Why)).Single());
    }

    [Fact]
    public async Task Pages_of_hosts_join_without_a_gap_and_the_csv_has_all_of_them()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        foreach (var name in (string[])["=cmd", "b", "c,\"x\"", "d", "e"])
            await (await server.EnrolAsync(name)).ToldAsync(Route(10));
        ImpactRequest request = new() { Publish = [Api.Iw3], Assign = [new("*", "edge")] };
        var (names, next) = (new List<string>(), (string?)null);
        do
        {
            var page = await PreviewAsync(api, request, $"?limit=2{(next is null ? "" : $"&after={Uri.EscapeDataString(next)}")}");
            names.AddRange(page.Hosts.Select(host => host.Name));
            next = page.Next;
        } while (next is not null);
        Assert.Equal(["=cmd", "b", "c,\"x\"", "d", "e"], names);
        using var answer = await api.PostAsJsonAsync(FleetPaths.ImpactCsv, request, ImpactJson.Default.ImpactRequest);
        Assert.Equal("text/csv", answer.Content.Headers.ContentType!.MediaType);
        var log = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Contains(
            "exported as CSV: 5 hosts",
            Assert.Single(log.Entries, entry => entry.Action == "impact.export").Text,
            StringComparison.Ordinal
        );
        var lines = (await answer.Content.ReadAsStringAsync()).Split("\r\n");
        Assert.Equal(5 + 2, lines.Length);
        Assert.StartsWith("'=cmd,", lines[1], StringComparison.Ordinal);
        Assert.StartsWith("\"c,\"\"x\"\"\",", lines[3], StringComparison.Ordinal);
        Assert.EndsWith(",10,,3,,changes,", lines[2], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_a_proposal_is_told_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Impact,
            new ImpactRequest
            {
                Publish = ["policy: edge\nwindow: { initcwnd: 0 }\nscopes: [default]\n"],
                Release = [new("nothing", 4)],
                Assign = [new("not a selector", "nobody")],
                Unassign = ["none"],
                Remove = ["none"],
                Relabel = [new("none", new Dictionary<string, string>(StringComparer.Ordinal))],
            },
            ImpactJson.Default.ImpactRequest
        );
        var problems = (await answer.ProblemAsync(HttpStatusCode.BadRequest)).Problems!;
        Assert.Equal((2, 21), problems.Where(p => p.Path == "window.initcwnd").Select(p => (p.Line, p.Column)).Single());
        Assert.Superset(
            new HashSet<string>(["release", "selector", "policy", "unassign", "remove", "relabel"]),
            problems.Select(p => p.Path).ToHashSet()
        );
    }

    private static TargetState Route(int initcwnd) =>
        new()
        {
            Id = "ipv4 main default via 192.0.2.1 dev eth0",
            Owner = "static",
            Strategy = "in-place",
            Configured = new(initcwnd, null),
        };

    private static TargetState Template(string name, int initcwnd) =>
        new()
        {
            Id = $"template {name}",
            Owner = "windows",
            Strategy = "in-place",
            Configured = new(initcwnd, null),
        };

    private static async Task<ImpactPage> PreviewAsync(HttpClient api, ImpactRequest request, string query = "")
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.Impact + query, request, ImpactJson.Default.ImpactRequest);
        return await answer.ReadAsync(ImpactJson.Default.ImpactPage);
    }
}
