using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A rule that the hosts of a ring cannot satisfy in its bake time is refused, with rules that they can.</summary>
public sealed class RingTrafficTests
{
    private static readonly RolloutRules Rules = new() { Rings = [new() { Hosts = 6 }, new() { Percent = 100 }] };

    [Fact]
    public void Six_quiet_hosts_are_refused_with_a_bake_time_a_rise_and_the_way_out()
    {
        var quiet = new RingTraffic(0.1, 0.02);
        var problem = quiet.Problem(Rules, 1)!;
        Assert.Equal(("rules.rings[0]", "6"), (problem.Path, problem.Value));
        Assert.Equal(
            "cannot pass in its bake time of 10m: its hosts had 6 judged connections a minute, and to exclude a rise of more than 2 points "
                + "takes 900 of them, 150 min. Use a bake time of 150m, more hosts in this ring, or minSamples 0 to judge no outcomes",
            problem.Rule
        );
        var few = new RingTraffic(0.5, 0.02).Problem(Rules, 1)!;
        Assert.Contains("Use a bake time of 30m, a maximum rise of 4.4 points, more hosts", few.Rule, StringComparison.Ordinal);
    }

    [Fact]
    public void Busy_hosts_are_not_refused() => Assert.Null(new RingTraffic(2, 0.02).Problem(Rules, 1));

    [Fact]
    public void What_is_proposed_can_be_satisfied()
    {
        var random = new SeededRandom(9);
        for (var i = 0; i < 2000; i++)
        {
            var traffic = new RingTraffic(Math.Pow(10, (random.Share() * 5) - 3), random.Share() * 0.2);
            var rules = Rules with
            {
                MaxRise = 0.05 + (random.Share() * 10),
                BakeSeconds = 60 + random.Below(3600),
                MinSamples = 1 + random.Below(2000),
            };
            if (traffic.Problem(rules, 1) is not { } problem)
                continue;
            if (problem.Rule.Split("Use a bake time of ") is [_, var bake])
                Assert.Null(traffic.Problem(rules with { BakeSeconds = RingText.Seconds(bake.Split(',')[0])!.Value }, 1));
            if (problem.Rule.Split("a maximum rise of ") is [_, var rest])
                Assert.Null(
                    traffic.Problem(
                        rules with
                        {
                            MaxRise = double.Parse(rest.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture),
                        },
                        1
                    )
                );
        }
    }
}
