using System.Globalization;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Experiments.Analysis;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Tests.Engine.Experiments;

/// <summary>How often the intervals of an experiment hold the truth when connections of a peer are alike.</summary>
public sealed class ClusteredIntervalTests(ITestOutputHelper output)
{
    private const int Runs = 150;

    /// <summary>Without a difference; each peer has its own time and loss rate, and is mostly in one arm.</summary>
    [Theory]
    [InlineData(24, false)]
    [InlineData(100, false)]
    [InlineData(300, true)]
    public void Intervals_hold_the_truth_about_as_often_as_they_say(int peers, bool zipf)
    {
        var (median, p90, lost, shift, independent, effect, lossEffect, of) = (0, 0, 0, 0, 0, 0.0, 0.0, 0);
        var traffic = new SimulatedTraffic(peers, zipf, cv: 1, loss: 0.03);
        for (var run = 0; run < Runs; run++)
        {
            var random = new SeededRandom((ulong)run + 5);
            double[] levels = [.. Enumerable.Range(0, peers).Select(_ => Math.Exp(0.5 * random.Normal()))];
            var samples = traffic.Run(run, 1_500).Select(one => Timed(one, levels[one.Peer!.Value], random));
            var plan = new ExperimentPlan
            {
                Id = "x",
                Name = "x",
                Treatment = 20,
                Seed = (ulong)run,
            };
            if (ExperimentAnalysis.Of(plan, samples).Classes is not [{ Median.By: { } by } one])
                continue;
            of++;
            median += by.Holds(0) ? 1 : 0;
            p90 += one.P90!.By!.Value.Holds(0) ? 1 : 0;
            lost += one.Lost!.By!.Value.Holds(0) ? 1 : 0;
            shift += one.Shift!.Value.Holds(0) ? 1 : 0;
            // The test that counts connections as independent.
            independent += Normal.Quantile(one.RankP!.Value / 2) * Math.Sqrt(one.DesignEffect!.Value) > Normal.Quantile(0.025) ? 1 : 0;
            (effect, lossEffect) = (effect + one.DesignEffect.Value, lossEffect + one.LossDesignEffect!.Value);
        }
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{peers} peers{(zipf ? ", Zipf" : "")}: of {of}, median {median}, p90 {p90}, loss {lost}, shift {shift} "
                    + $"(as independent {independent}); design effect {effect / of:0.0} / {lossEffect / of:0.0}"
            )
        );
        foreach (var held in (int[])[median, p90, lost, shift])
            Assert.InRange(held, 0.88 * of, of);
        Assert.InRange(of, Runs / 2, Runs);
        Assert.True(effect / of > 2, $"{effect / of}");
    }

    private static ExperimentSample Timed(ExperimentSample sample, double level, SeededRandom random) =>
        sample with
        {
            Bytes = 20_000,
            MinRtt = 100_000,
            Segments = 15,
            Busy = (long)(300_000 * level * Math.Exp(0.3 * random.Normal())),
        };
}
