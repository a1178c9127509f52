using System.Net.Http.Json;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Holds;

/// <summary>A host that is held at a revision is one of the hosts of its policy, wherever those are counted or listed.</summary>
public sealed class HeldPolicyTests
{
    [Fact]
    public async Task A_held_host_is_counted_with_its_policy_and_named_apart_where_that_is_published()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        await FleetAsync(server, api);

        using (
            var previewed = await api.PostAsJsonAsync(
                FleetPaths.Impact,
                new ImpactRequest { Publish = [HoldCalls.Iw(10)] },
                ImpactJson.Default.ImpactRequest
            )
        )
        {
            var page = await previewed.ReadAsync(ImpactJson.Default.ImpactPage);
            Assert.Equal((1, 1, 2), (page.Affected, page.Held, page.Hosts.Count));
        }
        Assert.Equal(1, (await api.PublishAsync(HoldCalls.Iw(10))).Hosts);
        var summary = Assert.Single(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
        Assert.Equal((2, 1), (summary.Hosts, summary.Held));
        Assert.Contains(
            "1 of 2 have the required revision: r1 on 2, 1 held at revision 1",
            await TextAsync(person, "/policies/edge"),
            StringComparison.Ordinal
        );
        Assert.Contains("2, 1 held", await TextAsync(person, "/policies"), StringComparison.Ordinal);
        Assert.Contains(
            "1 host of 2 receives it with the next check-in. 1 held host keeps its revision.",
            await TextAsync(person, "/policies/edge/rollback?to=1"),
            StringComparison.Ordinal
        );
        await server.JudgedNowAsync();
        var found = await ComplianceAsync(api);
        Assert.Equal([("edge", 2)], found.Groups.Select(group => (group.Name, group.Hosts)));
        Assert.Contains(("web-1", "edge", 1), found.Hosts.Select(host => (host.Name, host.Policy, host.Revision)));
    }

    [Fact]
    public async Task An_export_names_the_revision_of_a_held_host_although_its_policy_is_removed()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await FleetAsync(server, api);
        using (
            var answer = await api.PostAsJsonAsync(
                FleetPaths.RemovePolicy("edge"),
                new RemovePolicyRequest("gone", "1/1"),
                DirectoryJson.Default.RemovePolicyRequest
            )
        )
            Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
        // The removal changes verdicts in the first round after it, and they are asked for as of the next.
        await server.JudgedNowAsync();
        var at = await server.JudgedNowAsync();

        using var exported = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(at, "policy:edge"),
            ComplianceJson.Default.ExportRequest
        );
        var zip = await exported.Content.ReadAsByteArrayAsync();
        var check = TakenApart.Check(zip);
        Assert.True(check.Intact, string.Join('\n', check.Problems));
        Assert.Equal((1, 0), (check.Manifest!.Counts.Matched, check.Manifest.Counts.WithoutPolicy));
        Assert.Equal([("edge", 1)], check.Manifest.Policies.Select(policy => (policy.Policy, policy.Revision)));
        Assert.Equal(HoldCalls.Iw(3), TakenApart.Of(zip).Text("policies/edge/r1.yaml"));
    }

    [Fact]
    public async Task A_host_that_is_held_without_a_policy_is_none_of_the_policy_that_is_assigned_to_it_since()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await (await server.EnrolAsync("web-1")).CheckInAsync();
        await api.HoldAsync("web-1");
        Assert.Equal(0, (await api.PublishAsync(HoldCalls.Iw(10), assign: "*")).Hosts);
        var summary = Assert.Single(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
        Assert.Equal((0, 0), (summary.Hosts, summary.Held));
        await server.JudgedNowAsync();
        Assert.Equal([("", 1)], (await ComplianceAsync(api)).Groups.Select(group => (group.Name, group.Hosts)));
    }

    /// <summary>Two hosts with revision 1, and one of them is held at it.</summary>
    private static async Task FleetAsync(RunningServer server, HttpClient api)
    {
        await api.PublishAsync(HoldCalls.Iw(3), assign: "role:web");
        foreach (var name in (string[])["web-1", "web-2"])
        {
            var host = await server.EnrolAsync(name, labels: ("role", "web"));
            await host.TakeAsync();
            await host.CheckInAsync();
            await host.DurableAsync(host.Line(host.State(3, 3)));
        }
        await api.HoldAsync("web-1");
    }

    private static Task<FleetCompliance> ComplianceAsync(HttpClient api) =>
        api.GetAsync($"{FleetPaths.Compliance}?by=policy", ComplianceJson.Default.FleetCompliance);

    private static async Task<string> TextAsync(Person person, string page) =>
        string.Join(
            ' ',
            (await person.OpenAsync(page)).QuerySelector("main")!.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
        );
}
