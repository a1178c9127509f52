using System.Globalization;
using System.Net.Http.Json;
using AngleSharp.Html.Dom;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Features.Rollouts;
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
    private const string Policy = "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default]\n";

    [Theory]
    [InlineData(1UL)]
    [InlineData(2UL)]
    [InlineData(3UL)]
    public async Task Every_page_and_the_API_count_the_hosts_of_a_verdict_alike(ulong seed)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        await api.PublishAsync(Policy, "role:web");
        await MakeAsync(server, api, new SeededRandom(seed));

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

    private static async Task MakeAsync(RunningServer server, HttpClient api, SeededRandom random)
    {
        var (heard, hosts) = (new List<TestHost>(), 10 + random.Below(6));
        for (var i = 0; i < hosts; i++)
        {
            var (name, windows) = ($"h-{i}", random.Share() < 0.4);
            var facts =
                !windows ? TestHost.FactsOf(name)
                : random.Share() < 0.5 ? TestHost.WindowsFactsOf(name)
                : TestHost.WindowsFactsOf(name, "Windows 11 Pro", "10.0.22631.1");
            (string, string)[] labels = random.Share() < 0.8 || i == 0 ? [("role", "web")] : [];
            var host = await TestHost.EnrolAsync(server, await server.TokenAsync(labels: labels), facts);
            if (random.Share() < 0.15 && i > 0)
                continue;
            await host.FollowAsync(fails: random.Share() < 0.3);
            if (random.Share() < 0.2 || i == 0)
                await api.HoldAsync(name);
            if (random.Share() < 0.2)
                using (
                    await api.PostAsJsonAsync(
                        FleetPaths.Exceptions,
                        new ExceptionRequest
                        {
                            Host = name,
                            Reason = "an old kernel",
                            Until = server.Clock.GetUtcNow().AddDays(5),
                        },
                        ExceptionJson.Default.ExceptionRequest
                    )
                ) { }
            if (random.Share() < 0.8)
                heard.Add(host);
        }
        var before = Assert.Single(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
        using (
            var answer = await api.PostAsJsonAsync(
                FleetPaths.Policies,
                new PublishRequest(Policy.Replace("16", "18", StringComparison.Ordinal), "more", Confirm: before.Hosts - before.Held),
                PoliciesJson.Default.PublishRequest
            )
        )
            Assert.Equal(before.Hosts - before.Held, (await answer.ReadAsync(PoliciesJson.Default.PublishReply)).Hosts);
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        foreach (var host in heard)
            using (await host.CheckInAsync()) { }
        var sweep = server.Running<VerdictSweep>();
        for (var i = 0; i < 3; i++)
            await sweep.RunAsync(default);
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
