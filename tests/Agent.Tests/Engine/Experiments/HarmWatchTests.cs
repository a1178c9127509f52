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
        Assert.Contains("e-process", ended.Value.Why, StringComparison.Ordinal);
        Assert.InRange(watch.Arms.Sum(arm => arm.Connections), 100, 4_000);
    }

    [Fact]
    public void Arms_that_are_alike_end_no_more_often_than_accepted()
    {
        var alarms = Enumerable.Range(0, 200).Count(run => Run((ulong)run, 0.02, 0.02, 4_000).Ended is not null);
        // 5 % of 200 is 10, with a standard error of 3; the other looks are stricter.
        Assert.InRange(alarms, 0, 19);
    }

    [Fact]
    public void More_than_five_in_a_hundred_is_too_much_even_when_both_arms_have_it()
    {
        var (ended, _) = Run(seed: 3, control: 0.12, treatment: 0.12, most: 20_000);
        Assert.Equal(ExperimentPhase.Harmful, ended!.Value.Phase);
        Assert.Contains("5 %", ended.Value.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void A_better_arm_goes_on() => Assert.Null(Run(seed: 4, control: 0.04, treatment: 0.01, most: 10_000).Ended);

    [Fact]
    public void A_difference_nobody_would_go_back_for_ends_nothing()
    {
        var watch = new HarmWatch(0.05, comparesCounts: false);
        (ExperimentPhase, string)? ended = null;
        // 40 losses in 200,000 against 4: significant, but only two hundredths of a percentage point.
        for (var connection = 0; connection < 400_000 && ended is null; connection++)
            ended = watch.Add(Sample(connection % 2, lost: connection % 10_000 == 1 || connection % 100_000 == 0));
        Assert.True(watch.Evidence > 20, $"{watch.Evidence}");
        Assert.Null(ended);
    }

    [Fact]
    public void Arms_of_unequal_numbers_are_not_compared()
    {
        var watch = new HarmWatch(0.05, comparesCounts: true);
        (ExperimentPhase Phase, string Why)? ended = null;
        for (var connection = 0; connection < 1_000 && ended is null; connection++)
            ended = watch.Add(Sample(connection % 3 == 0 ? 1 : 0, lost: false));
        Assert.Equal(ExperimentPhase.Unequal, ended!.Value.Phase);
    }

    [Fact]
    public void In_time_blocks_numbers_may_differ()
    {
        var watch = new HarmWatch(0.05, comparesCounts: false);
        for (var connection = 0; connection < 1_000; connection++)
            Assert.Null(watch.Add(Sample(connection % 3 == 0 ? 1 : 0, lost: false)));
    }

    private static ((ExperimentPhase Phase, string Why)? Ended, HarmWatch Watch) Run(ulong seed, double control, double treatment, int most)
    {
        var random = new SeededRandom(seed);
        var watch = new HarmWatch(0.05, comparesCounts: true);
        for (var connection = 0; connection < most; connection++)
        {
            var arm = random.Below(2);
            if (watch.Add(Sample(arm, random.Share() < (arm == 1 ? treatment : control))) is { } ended)
                return (ended, watch);
        }
        return (null, watch);
    }

    private static ExperimentSample Sample(int arm, bool lost) =>
        new()
        {
            At = 0,
            Arm = arm,
            Lost = lost,
        };
}
