using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Experiments.Analysis;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Tests.Engine.Experiments;

public sealed class AnalysisTests
{
    [Fact]
    public void A_round_trip_that_is_saved_is_found_with_its_interval()
    {
        var analysis = ExperimentAnalysis.Of(Plan(), Samples(control: 300, treatment: 200));
        var one = Assert.Single(analysis.Classes);
        Assert.Equal(("14-64 kB", "75-200 ms"), (one.Size, one.Rtt));
        Assert.True(one.Median!.By is { IsClear: true } by && by.Holds(-100) && by.Low > -115 && by.High < -85, $"{one.Median}");
        Assert.True(one.P90!.By!.Value.IsClear && one.Shift!.Value.Holds(-100) && one.RankP < 1e-6, $"{one}");
        Assert.False(one.MinRtt!.By!.Value.IsClear);
    }

    [Fact]
    public void Arms_that_are_alike_differ_by_nothing()
    {
        var one = Assert.Single(ExperimentAnalysis.Of(Plan(), Samples(control: 300, treatment: 300)).Classes);
        Assert.True(one.Median!.By!.Value.Holds(0), $"{one.Median}");
        Assert.InRange(one.RankP!.Value, 0.001, 1);
    }

    [Fact]
    public void The_same_samples_give_the_same_figures() =>
        Assert.Equal(
            ExperimentAnalysis.Of(Plan(), Samples(300, 250)).Classes[0].P90!.By,
            ExperimentAnalysis.Of(Plan(), Samples(300, 250)).Classes[0].P90!.By
        );

    [Fact]
    public void Classes_are_never_mixed_and_a_small_one_only_counts()
    {
        var samples = Samples(300, 250).Concat(Enumerable.Range(0, 10).Select(at => Sample(at % 2, bytes: 1_000, rtt: 1_000, busy: 1)));
        var analysis = ExperimentAnalysis.Of(Plan(), samples);
        Assert.Equal(["< 4 kB", "14-64 kB"], analysis.Classes.Select(one => one.Size));
        Assert.Null(analysis.Classes[0].Median);
        Assert.Equal((5, 5), (analysis.Classes[0].Control, analysis.Classes[0].Treatment));
    }

    [Fact]
    public void Nothing_is_compared_when_the_arms_got_unequal_numbers()
    {
        var analysis = ExperimentAnalysis.Of(Plan(), Samples(300, 250).Where((sample, at) => sample.Arm == 0 || at % 4 == 1));
        Assert.True(analysis.Ratio!.IsBroken);
        Assert.Empty(analysis.Classes);
    }

    /// <summary>Hours differ far more than windows do: only the pairs of blocks show the effect of the window.</summary>
    [Fact]
    public void In_time_blocks_the_unit_is_the_block()
    {
        var random = new SeededRandom(9);
        var plan = Plan() with { Design = ExperimentDesign.Switchback, BlockSeconds = 600 };
        List<ExperimentSample> samples = [];
        for (var block = 0; block < 24; block++)
        {
            var arm = plan.Blocks.ArmOf(block);
            var hour = 100 * (block / 2);
            for (var connection = 0; connection < 40; connection++)
                samples.Add(Sample(arm, 20_000, 100_000, 1000 * (300 + hour - (100 * arm) + (5 * random.Normal()))) with { Block = block });
        }
        var analysis = ExperimentAnalysis.Of(plan, samples);
        Assert.Equal(12, analysis.BlockPairs);
        Assert.True(analysis.OfBlocks is { } by && by.Holds(-100) && by.High < -90, $"{analysis.OfBlocks}");
        Assert.Null(analysis.Ratio);
    }

    [Fact]
    public void Connections_of_few_peers_have_no_intervals()
    {
        var analysis = ExperimentAnalysis.Of(Plan(), Samples(300, 200).Select(sample => sample with { Peer = sample.Peer % 7 }));
        var one = Assert.Single(analysis.Classes);
        Assert.InRange(one.Median!.Control, 290, 310);
        Assert.InRange(one.Median.Treatment, 190, 210);
        Assert.True(one is { Median.By: null, P90.By: null, MinRtt.By: null, Lost.By: null, Shift: null, RankP: null }, $"{one}");
        Assert.InRange(one.Units, 6.9, 7.01);
    }

    [Fact]
    public void Samples_of_earlier_versions_have_no_intervals()
    {
        var analysis = ExperimentAnalysis.Of(Plan(), Samples(300, 200).Select(sample => sample with { Peer = null }));
        Assert.Null(Assert.Single(analysis.Classes).Median!.By);
        Assert.False(analysis.Ratio!.IsBroken);
    }

    private static ExperimentPlan Plan() =>
        new()
        {
            Id = "x",
            Name = "x",
            Treatment = 20,
            Seed = 4,
        };

    private static IEnumerable<ExperimentSample> Samples(double control, double treatment)
    {
        var random = new SeededRandom(8);
        for (var connection = 0; connection < 800; connection++)
        {
            var arm = connection % 2;
            yield return Sample(
                arm,
                20_000,
                100_000 + random.Below(2_000),
                1000 * ((arm == 0 ? control : treatment) + (20 * random.Normal())),
                peer: connection / 8
            );
        }
    }

    private static ExperimentSample Sample(int arm, long bytes, long rtt, double busy, int peer = 0) =>
        new()
        {
            At = 0,
            Arm = arm,
            Peer = peer,
            Bytes = bytes,
            MinRtt = rtt,
            Busy = (long)busy,
            Segments = 15,
            Lost = false,
        };
}
