using System.Globalization;
using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Console;

/// <summary>However a fleet is, every page and the API give the same number of hosts for a verdict.</summary>
public sealed class CountsAgreeProperties
{
    [Theory]
    [InlineData(1UL)]
    [InlineData(2UL)]
    [InlineData(3UL)]
    public async Task Every_page_and_the_API_count_the_hosts_of_a_verdict_alike(ulong seed)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        await VariedFleet.MakeAsync(server, api, new SeededRandom(seed));

        var truth = await api.GetAsync($"{FleetPaths.Compliance}?by=policy", ComplianceJson.Default.FleetCompliance);
        Assert.Equal(truth.Fleet, truth.States.Values.Sum());
        Assert.True(truth.States.Values.Count(hosts => hosts > 0) >= 3, "the fleet is too uniform to show a difference");
        Assert.Equal(Some(truth.States), Shares(await person.OpenAsync("/")));
        Assert.Equal(Some(truth.States), Shares(await person.OpenAsync("/compliance")));
        var groups = truth.Groups.SelectMany(group => group.States).GroupBy(one => one.Key, one => one.Value);
        Assert.Equal(Some(truth.States), groups.ToDictionary(same => same.Key, same => same.Sum()));
        foreach (var (verdict, hosts) in truth.States)
        {
            var query = $"q=state%3A{verdict.ToString().ToLowerInvariant()}";
            Assert.Equal(hosts, (await person.OpenAsync($"/hosts?{query}")).QuerySelectorAll("#host-rows tr").Length);
            Assert.Equal(hosts, (await api.GetAsync($"{FleetPaths.Hosts}?{query}", HostsJson.Default.HostPage)).Hosts.Count);
            Assert.Equal(hosts, (await api.GetAsync($"{FleetPaths.Compliance}?{query}", ComplianceJson.Default.FleetCompliance)).Matched);
        }
        var edge = truth.Groups.Single(group => group.Name.StartsWith("edge", StringComparison.Ordinal));
        Assert.Equal(Some(edge.States), Adopted(await person.OpenAsync("/policies/edge")));
        var summary = Assert.Single(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
        Assert.Equal(edge.Hosts, summary.Hosts);
        const string narrowed = "q=policy%3Aedge";
        Assert.Equal(edge.Hosts, (await person.OpenAsync($"/hosts?{narrowed}")).QuerySelectorAll("#host-rows tr").Length);
        var listed = (await api.GetAsync($"{FleetPaths.Hosts}?{narrowed}", HostsJson.Default.HostPage)).Hosts;
        Assert.Equal(edge.Hosts, listed.Count);
        var rows = (await api.GetAsync($"{FleetPaths.Compliance}?{narrowed}&limit=100", ComplianceJson.Default.FleetCompliance)).Hosts;
        Assert.Equal(
            listed.Select(host => (host.Name, host.Policy, host.Revision)).Order(),
            rows.Select(row => (row.Name, row.Policy, row.Revision)).Order()
        );
        Assert.True(summary.Held > 0, "no host is held at the policy");
        Assert.Equal(summary.Held, listed.Count(host => host.Revision == 1));
    }

    [Theory]
    [InlineData(4UL)]
    [InlineData(5UL)]
    public async Task A_viewer_of_a_part_has_one_count_of_it_and_no_other_everywhere(ulong seed)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await VariedFleet.MakeAsync(server, api, new SeededRandom(seed));
        foreach (var scope in (string[])["", "role:web"])
        {
            using var caller = await server.ApiAsync(Role.Viewer, scope);
            using var person = await Person.SignedInAsync(server, scope.Length > 0 ? "part" : "whole", new AccessGrant(Role.Viewer, scope));
            var truth = await api.GetAsync(
                $"{FleetPaths.Compliance}?q={Uri.EscapeDataString(scope)}",
                ComplianceJson.Default.FleetCompliance
            );
            await SameAsync(server, caller, person, Some(truth.States));
        }
    }

    private static async Task SameAsync(RunningServer server, HttpClient caller, Person person, Dictionary<Verdict, int> truth)
    {
        var now = await caller.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance);
        Assert.Equal(truth, Some(now.States));
        Assert.Equal(truth.Values.Sum(), now.Fleet);
        var past = $"{FleetPaths.Compliance}?asOf={Uri.EscapeDataString(now.AsOf.ToString("O", CultureInfo.InvariantCulture))}";
        server.Clock.Jump(TimeSpan.FromMilliseconds(2));
        Assert.Equal(truth, Some((await caller.GetAsync(past, ComplianceJson.Default.FleetCompliance)).States));
        var trend = await caller.GetAsync($"{FleetPaths.ComplianceTrend}?points=2", ComplianceJson.Default.ComplianceTrend);
        Assert.Equal(truth, trend.Points[^1].States.ToDictionary());
        Assert.Equal(truth, Shares(await person.OpenAsync("/")));
        Assert.Equal(truth, Shares(await person.OpenAsync("/compliance")));
        var lines = (await person.Http.GetStringAsync("/hosts.csv")).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        var at = Array.IndexOf(lines[0].Split(','), "verdict");
        Assert.Equal(truth, lines[1..].GroupBy(line => VerdictOf(line.Split(',')[at])).ToDictionary(one => one.Key, one => one.Count()));
        await StandingAsync(caller, person, truth);
    }

    /// <summary>Drift and holds lists excepted hosts too and marks them; the others are those of the verdict.</summary>
    private static async Task StandingAsync(HttpClient caller, Person person, Dictionary<Verdict, int> truth)
    {
        foreach (var (kind, verdict) in new[] { ("drift", Verdict.Drifted), ("unsupported", Verdict.Unsupported) })
        {
            var listed = await caller.GetAsync($"{FleetPaths.Standing}?kind={kind}", StandingJson.Default.StandingPage);
            var page = await person.OpenAsync($"/standing?kind={kind}");
            var marked = page.QuerySelectorAll("[aria-label='Drift and holds'] tbody tr")
                .Count(row => row.TextContent.Contains("excepted", StringComparison.Ordinal));
            Assert.Equal(truth.GetValueOrDefault(verdict), listed.Hosts.Count(host => host.Verdict == verdict));
            Assert.All(listed.Hosts, host => Assert.True(host.Verdict == verdict || host.Verdict == Verdict.Excepted, $"{host.Verdict}"));
            Assert.Equal(listed.Hosts.Count(host => host.Verdict == Verdict.Excepted), marked);
        }
    }

    private static Dictionary<Verdict, int> Some(IReadOnlyDictionary<Verdict, int> states) =>
        states.Where(one => one.Value > 0).ToDictionary();

    private static Dictionary<Verdict, int> Shares(IHtmlDocument page) =>
        page.QuerySelectorAll(".shares .share")
            .ToDictionary(
                share => VerdictOf(share.QuerySelector(".chip")!.TextContent),
                share => int.Parse(share.QuerySelector(".share-count")!.TextContent, CultureInfo.InvariantCulture)
            );

    private static Dictionary<Verdict, int> Adopted(IHtmlDocument page) =>
        page.QuerySelectorAll(".verdicts li")
            .ToDictionary(
                row => VerdictOf(row.QuerySelector(".chip")!.TextContent),
                row => int.Parse(row.QuerySelector(".num")!.TextContent, CultureInfo.InvariantCulture)
            );

    private static Verdict VerdictOf(string word) => Enum.Parse<Verdict>(string.Concat(word.Where(char.IsLetter)), ignoreCase: true);
}
