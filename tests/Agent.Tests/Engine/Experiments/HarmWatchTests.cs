using IwTune.Agent.Engine.Experiments;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Tests.Engine.Experiments;

public sealed class HarmWatchTests
{
    [Fact]
    public void An_arm_that_loses_much_more_often_ends_the_experiment_soon()
    {
        var (ended, watch) = Run(seed: 1, control: 0.005, treatment: 0.04, most: 5_000);
        Assert.Equal(ExperimentPhase.Harmful, ended!.Value.Phase);
        Assert.Contains("a randomization test of", ended.Value.Why, StringComparison.Ordinal);
        Assert.Contains("at most 5 %", ended.Value.Why, StringComparison.Ordinal);
        Assert.InRange(watch.Arms.Sum(arm => arm.Connections), 100, 4_000);
    }

    [Fact]
    public void A_network_that_loses_much_in_both_arms_goes_on() =>
        Assert.Null(Run(seed: 3, control: 0.12, treatment: 0.12, most: 20_000).Ended);

    [Fact]
    public void A_better_arm_goes_on() => Assert.Null(Run(seed: 4, control: 0.04, treatment: 0.01, most: 10_000).Ended);

    [Fact]
    public void A_difference_below_the_floor_ends_nothing()
    {
        var watch = new HarmWatch(0.05, ExperimentDesign.Stripes);
        (ExperimentPhase, string)? ended = null;
        // 44 losses in 200,000 against 4: significant, but only two hundredths of a percentage point.
        for (var connection = 0; connection < 400_000 && ended is null; connection++)
            ended = watch.Add(Sample(connection % 2, connection % 10_000 == 1 || connection % 100_000 == 0, connection / 100 % 997));
        Assert.True(watch.Losses.Last is { IsSignificant: true }, $"{watch.Losses.Last}");
        Assert.Null(ended);
    }

    [Fact]
    public void Few_peers_are_never_enough_whatever_they_lose()
    {
        var watch = new HarmWatch(0.05, ExperimentDesign.Stripes);
        for (var connection = 0; connection < 10_000; connection++)
            Assert.Null(watch.Add(Sample(connection % 2, connection % 2 == 1, connection % 5)));
        Assert.Null(watch.Losses.Last);
        Assert.Equal((5, 6), (watch.Losses.Units, watch.Losses.LeastUnits));
    }

    [Fact]
    public void Samples_without_a_peer_are_one_unit()
    {
        var watch = new HarmWatch(0.05, ExperimentDesign.Stripes);
        for (var connection = 0; connection < 1_000; connection++)
            Assert.Null(watch.Add(Sample(connection % 2, connection % 2 == 1, null)));
    }

    [Fact]
    public void Retransmissions_end_an_experiment_too()
    {
        var watch = new HarmWatch(0.05, ExperimentDesign.Stripes);
        (ExperimentPhase Phase, string Why)? ended = null;
        for (var connection = 0; connection < 5_000 && ended is null; connection++)
            ended = watch.Add(Sample(connection / 50 % 2, lost: false, connection / 50) with { SentAgain = connection % 100 < 52 ? 0 : 1 });
        Assert.Equal(ExperimentPhase.Harmful, ended!.Value.Phase);
        Assert.Contains("retransmitted data", ended.Value.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Arms_of_unequal_numbers_are_not_compared()
    {
        var watch = new HarmWatch(0.05, ExperimentDesign.Stripes);
        (ExperimentPhase Phase, string Why)? ended = null;
        for (var connection = 0; connection < 1_000 && ended is null; connection++)
            ended = watch.Add(Sample(connection % 3 == 0 ? 1 : 0, lost: false, connection / 10));
        Assert.Equal(ExperimentPhase.Unequal, ended!.Value.Phase);
    }

    [Fact]
    public void In_time_blocks_numbers_may_differ()
    {
        var watch = new HarmWatch(0.05, ExperimentDesign.Switchback);
        for (var connection = 0; connection < 1_000; connection++)
            Assert.Null(watch.Add(Sample(connection % 3 == 0 ? 1 : 0, lost: false, connection / 10)));
    }

    [Fact]
    public void The_looks_share_no_more_than_the_rate_of_the_rule()
    {
        var schedule = new LookSchedule(0.04, 12);
        var (spent, events, looks) = (0.0, 0L, new List<long>());
        for (; events < 100_000; events++)
        {
            if (!schedule.IsDue(events, 50))
                continue;
            spent += schedule.Take(events);
            looks.Add(events);
        }
        Assert.Equal([12, 18, 27, 40], looks.Take(4));
        Assert.InRange(spent, 0.035, 0.04);
        Assert.False(new LookSchedule(0.04, 12).IsDue(1_000, 5));
        Assert.Equal(1, HarmWatch.LossShare + HarmWatch.AgainShare + HarmWatch.RatioShare, 1e-12);
    }

    private static ((ExperimentPhase Phase, string Why)? Ended, HarmWatch Watch) Run(ulong seed, double control, double treatment, int most)
    {
        var random = new SeededRandom(seed);
        var watch = new HarmWatch(0.05, ExperimentDesign.Stripes);
        for (var connection = 0; connection < most; connection++)
        {
            var arm = random.Below(2);
            if (watch.Add(Sample(arm, random.Share() < (arm == 1 ? treatment : control), random.Below(300))) is { } ended)
                return (ended, watch);
        }
        return (null, watch);
    }

    private static ExperimentSample Sample(int arm, bool lost, int? peer) =>
        new()
        {
            At = 0,
            Arm = arm,
            Peer = peer,
            Lost = lost,
        };
}
