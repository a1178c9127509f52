using IwTune.Shared.Model;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Statistics;

public sealed class CanaryComparisonTests
{
    /// <summary>
    /// Losses rose by half a point everywhere and by two points more where the window was raised; round trips did not change.
    /// </summary>
    [Fact]
    public void What_the_change_did_is_told_from_what_happened_everywhere()
    {
        var random = new SeededRandom(6);
        var figures = CanaryComparison.Of(Hosts(12, 0.025, random), Hosts(20, 0.005, random), random);
        var lost = figures.Single(figure => figure.Name == "first flight lost");
        Assert.True(lost.Effect.IsClear && lost.Effect.Holds(0.02), $"{lost}");
        Assert.Equal((12, 20), (lost.Canaries, lost.Others));
        Assert.True(figures.Single(figure => figure.Name.StartsWith("smallest", StringComparison.Ordinal)).Effect.Holds(0));
        Assert.DoesNotContain(figures, figure => figure.Name == "sent again"); // no host reports it
    }

    [Fact]
    public void Hosts_with_few_connections_are_left_out()
    {
        var random = new SeededRandom(7);
        var few = new HostPeriods(Profile(50, 1, 20_000), Profile(50, 1, 20_000));
        Assert.Equal(5, CanaryComparison.Of([.. Hosts(5, 0, random), few], Hosts(5, 0, random), random)[0].Canaries);
        Assert.Empty(CanaryComparison.Of([few, few, few, few], Hosts(5, 0, random), random));
    }

    private static List<HostPeriods> Hosts(int count, double more, SeededRandom random)
    {
        var hosts = new List<HostPeriods>();
        for (var host = 0; host < count; host++)
        {
            var (level, rtt) = (0.01 + 0.03 * random.Share(), 20_000 + random.Below(60_000));
            hosts.Add(
                new HostPeriods(
                    Profile(10_000, level + 0.001 * random.Normal(), rtt),
                    Profile(10_000, level + more + 0.001 * random.Normal(), rtt)
                )
            );
        }
        return hosts;
    }

    private static TrafficProfile Profile(long connections, double lost, long rtt)
    {
        var rtts = new Histogram();
        rtts.Add(rtt);
        return new TrafficProfile
        {
            Connections = connections,
            Judged = connections,
            FirstFlightLoss = (long)(connections * lost),
            MinRtt = rtts.Slots,
        };
    }
}
