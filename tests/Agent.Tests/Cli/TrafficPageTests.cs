using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine.Passive;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli;

public sealed class TrafficPageTests
{
    private readonly TestClock _clock = new();
    private readonly FakeFeed _feed = new();

    [Fact]
    public void Everything_a_person_asks_of_a_hosts_connections_is_on_the_page()
    {
        var page = Page(Seen(), width: null);
        foreach (
            var line in new[]
            {
                "target 1",
                "connections    20 in 5m 0s to ",
                "first flight   10 % (2.8 % to 30 %) lost some of it, of 20 that can be judged",
                "retransmitted  0.9 % of 220 segments",
                "sizes          p10 9.7 kB, p50 9.7 kB, p90 9.7 kB, p99 9.7 kB",
                "round trips    p10 19 ms",
                "peer's window  p10 63.5 kB",
                "bound by       data 100 % (fits a window of 16), peer's window 5 %",
                "congestion     cubic 100 %",
                "20–50 ms",
                "the whole host since ",
                "4 of 500 segments retransmitted; 9 as tail-loss probes",
            }
        )
            Assert.Contains(line, page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    [InlineData(48)]
    public void No_line_is_longer_than_the_terminal(int width) =>
        Assert.All(Page(Seen(), width).Split('\n'), line => Assert.InRange(line.Length, 0, width));

    [Fact]
    public void Without_connections_it_says_what_to_do() =>
        Assert.Contains(
            "'iwtune watch' shows them as they come",
            Page(ShownTraffic.Of(LocalReply.Say(0, "")), width: null),
            StringComparison.Ordinal
        );

    [Fact]
    public void What_cannot_be_seen_is_said_first()
    {
        var page = Page(ShownTraffic.Of(LocalReply.Say(0, "This system does not tell.")), width: null);
        Assert.StartsWith("This system does not tell.", page, StringComparison.Ordinal);
        Assert.DoesNotContain("iwtune watch", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Shares_and_quantiles_are_numbers_for_programs()
    {
        var target = Assert.Single(Seen().Targets);
        Assert.Equal((2L, 20L, 0.1), (target.FirstFlightLoss!.Count, target.FirstFlightLoss.Of, target.FirstFlightLoss.Share));
        Assert.InRange(target.FirstFlightLoss.Low, 0.02, 0.04);
        Assert.Equal(16, target.Window);
        Assert.Equal(new TrafficClass(20_000, 50_000, 20, 2), Assert.Single(target.Classes));
        Assert.Null(target.DeliveryRate);
    }

    private ShownTraffic Seen()
    {
        var observer = new TrafficObserver(_feed, _clock);
        _feed.Windows[1] = 16;
        _feed.Open.Add(_feed.Make(cwnd: 16));
        for (var i = 0; i < 20; i++)
            _feed.Ended.Add(
                FakeFeed.Sent(_feed.Make(cwnd: 16), 10_000, again: i < 2 ? 1 : 0) with
                {
                    DataSegments = 11,
                    CongestionControl = "cubic",
                    HeldByPeer = i == 5,
                }
            );
        observer.Look();
        _clock.Advance(TimeSpan.FromMinutes(5));
        var counters = new HostCounters
        {
            Since = _clock.GetUtcNow(),
            Segments = 500,
            SegmentsAgain = 4,
            LossProbes = 9,
        };
        var counted = new Evidence
        {
            TargetId = HostCounters.Target,
            Method = EvidenceMethod.Passive,
            At = _clock.GetUtcNow(),
            Conclusive = false,
            Counters = counters,
        };
        return ShownTraffic.Of(new LocalReply { Exit = 0, Evidence = [.. observer.Due(), counted] });
    }

    private static string Page(ShownTraffic shown, int? width)
    {
        using var output = new StringWriter { NewLine = "\n" };
        TrafficPage.Write(new Terminal(output, output, TextReader.Null, Interactive: false, Colour: false) { Width = width }, shown);
        return output.ToString();
    }
}
