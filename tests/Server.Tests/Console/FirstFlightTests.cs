using IwTune.Server.Features.Traffic.Pages;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

/// <summary>What the pages show of a host's connections.</summary>
public sealed class FirstFlightTests
{
    private const string Section = "section[aria-labelledby=first-flight]";

    [Fact]
    public async Task Loss_with_its_interval_charts_and_the_tables_behind_them_are_on_the_hosts_page()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("a");
        var now = server.Clock.GetUtcNow();
        await host.DurableAsync(
            host.Line(Told.Of(now, 900, lost: 4)),
            host.Line(Told.Of(now, 100, bytes: 3_000, sampled: true)),
            host.Line(Told.Of(now, 20, rtt: 900, target: "ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth1")),
            host.Line(
                new Evidence
                {
                    TargetId = HostCounters.Target,
                    Method = EvidenceMethod.Passive,
                    At = now,
                    Conclusive = false,
                    Counters = new HostCounters
                    {
                        Since = now,
                        Segments = 5_000,
                        SegmentsAgain = 12,
                        Timeouts = 3,
                    },
                }
            )
        );
        var section = (await person.OpenAsync("/hosts/a")).QuerySelector(Section)!;
        foreach (
            var words in new[]
            {
                "1,020 connections of 7 days, a sample",
                "0.4 % (0.2–1.0 %) of 1,020",
                "peer’s window 25 %",
                "cubic 100 %",
                "12 segments retransmitted of 5,000 sent; 3 after a time-out",
                "below 1 ms",
                "20–50 ms",
            }
        )
            Assert.Contains(words, section.TextContent, StringComparison.Ordinal);
        var charts = section.QuerySelectorAll("figure.chart");
        Assert.Equal(3, charts.Length);
        Assert.All(
            charts,
            chart =>
            {
                Assert.Equal("img", chart.QuerySelector("svg")!.GetAttribute("role"));
                Assert.NotEmpty(chart.QuerySelectorAll("details tbody tr"));
            }
        );
        Assert.Empty(section.QuerySelectorAll(".notice"));
    }

    [Fact]
    public async Task Old_traffic_is_said_to_be_stale()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("a");
        await host.DurableAsync(host.Line(Told.Of(server.Clock.GetUtcNow().AddMinutes(-16), 9)));
        Assert.Contains(
            "Stale.",
            (await person.OpenAsync("/hosts/a")).QuerySelector($"{Section} .notice")!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_host_that_told_nothing_is_told_why()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("a");
        await TestHost.EnrolAsync(server, await server.TokenAsync(), TestHost.WindowsFactsOf("w"));
        Assert.Contains(
            "was reported for this host in the last 7 days",
            (await person.OpenAsync("/hosts/a")).QuerySelector(Section)!.TextContent,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "Windows does not report",
            (await person.OpenAsync("/hosts/w")).QuerySelector(Section)!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("ipv4 main default via 192.0.2.1 dev eth0", "default")]
    [InlineData("ipv6 main default via fe80::1 dev eth0", "default, IPv6")]
    [InlineData("ipv4 vrf1 10.0.0.0/8 via 192.0.2.9 dev eth1", "10.0.0.0/8")]
    [InlineData("template Internet", "template Internet")]
    public void A_line_is_named_by_where_it_leads(string target, string name) => Assert.Equal(name, TrafficLook.Destination(target));

    [Theory]
    [InlineData(0, 0, "–")]
    [InlineData(0, 200, "0 % (0–1.9 %) of 200")]
    [InlineData(4, 1020, "0.4 % (0.2–1.0 %) of 1,020")]
    [InlineData(3, 100_000, "0.00 % (0.00–0.01 %) of 100,000")]
    [InlineData(50, 100, "50 % (40–60 %) of 100")]
    public void A_share_says_how_sure_it_is(long count, long of, string told) => Assert.Equal(told, TrafficLook.Share(count, of, "–"));
}
