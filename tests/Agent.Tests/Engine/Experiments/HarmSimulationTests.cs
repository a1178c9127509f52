using System.Globalization;
using IwTune.Agent.Engine.Experiments;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Tests.Engine.Experiments;

/// <summary>How often an experiment stops, by simulation: without an effect, whatever the bursts are, and with one.</summary>
public sealed class HarmSimulationTests(ITestOutputHelper output)
{
    private const double Alpha = 0.05;
    private const int Runs = 1_200;
    private const int Tries = 200;
    private const int Connections = 1_500;

    [Theory]
    [InlineData(500, false, 0, 0.01)]
    [InlineData(500, false, 2, 0.1)]
    [InlineData(500, true, 0, 0.05)]
    [InlineData(500, true, 1, 0.1)]
    [InlineData(500, true, 3, 0.1)]
    [InlineData(20, false, 2, 0.1)]
    [InlineData(5, false, 3, 0.1)]
    public void Alike_arms_stop_an_experiment_no_more_often_than_alpha(int peers, bool zipf, double cv, double loss)
    {
        var traffic = new SimulatedTraffic(peers, zipf, cv, loss);
        var (stops, earlier) = (0, 0);
        for (var run = 0; run < Runs; run++)
        {
            List<ExperimentSample> samples = [.. traffic.Run(run, Connections)];
            stops += Stops(samples, ExperimentDesign.Stripes) ? 1 : 0;
            earlier += StoppedEarlier(samples) ? 1 : 0;
        }
        Said($"{peers} peers{(zipf ? ", Zipf" : "")}, CV {cv}, {loss:P0} loss: {stops} of {Runs}; binomial e-process {earlier}");
        Assert.True(UpperEnd(stops, Runs) <= 1.2 * Alpha, $"{stops} of {Runs}");
    }

    [Fact]
    public void Alike_blocks_stop_a_switchback_no_more_often_than_alpha()
    {
        var traffic = new SimulatedTraffic(500, zipf: true, cv: 1, loss: 0.03);
        var stops = Enumerable.Range(0, Runs).Count(run => Stops(traffic.Blocks(run, 12, 150), ExperimentDesign.Switchback));
        Said($"switchback, 12 pairs: {stops} of {Runs}");
        Assert.True(UpperEnd(stops, Runs) <= 1.2 * Alpha, $"{stops} of {Runs}");
    }

    [Theory]
    [InlineData(2, 800)]
    [InlineData(2, 1_600)]
    [InlineData(2, 3_200)]
    [InlineData(5, 150)]
    [InlineData(5, 250)]
    [InlineData(5, 500)]
    public void Harm_is_found_at_least_half_as_often_as_by_the_binomial_process(double ratio, int connections)
    {
        var traffic = new SimulatedTraffic(500, zipf: false, cv: 0, loss: 0.02);
        var (found, earlier) = (0, 0);
        for (var run = 0; run < Tries; run++)
        {
            List<ExperimentSample> samples = [.. traffic.Run(run, connections, ratio)];
            found += Stops(samples, ExperimentDesign.Stripes) ? 1 : 0;
            earlier += StoppedEarlier(samples) ? 1 : 0;
        }
        Said($"2 % → {2 * ratio} %, {connections} connections: {found} of {Tries}; binomial e-process {earlier}");
        Assert.True(2 * found >= earlier, $"{found} against {earlier}");
    }

    [Fact]
    public void Harm_in_bursts_is_found()
    {
        var traffic = new SimulatedTraffic(500, zipf: true, cv: 2, loss: 0.02);
        var found = Enumerable.Range(0, 100).Count(run => Stops(traffic.Run(run, 5_000, ratio: 5), ExperimentDesign.Stripes));
        var hours = new SimulatedTraffic(500, zipf: true, cv: 0.5, loss: 0.02);
        var blocks = Enumerable.Range(0, 100).Count(run => Stops(hours.Blocks(run, 12, 150, ratio: 5), ExperimentDesign.Switchback));
        Said($"2 % → 10 %: {found} of 100 with stripes and bursts of CV 2, {blocks} of 100 in a switchback of 12 pairs of CV 0.5");
        Assert.True(found >= 90 && blocks >= 60, $"{found}, {blocks}");
    }

    private void Said(FormattableString text) => output.WriteLine(text.ToString(CultureInfo.InvariantCulture));

    private static bool Stops(IEnumerable<ExperimentSample> samples, ExperimentDesign design)
    {
        var watch = new HarmWatch(Alpha, design);
        return samples.Any(sample => watch.Add(sample) is not null);
    }

    /// <summary>The process that took connections for independent.</summary>
    private static bool StoppedEarlier(IEnumerable<ExperimentSample> samples)
    {
        var process = new ShareEProcess();
        foreach (var sample in samples)
        {
            if (sample.Lost != true)
                continue;
            process.Add(Striping.Share, sample.Arm, 1 - sample.Arm);
            if (process.Alarms(Alpha))
                return true;
        }
        return false;
    }

    /// <summary>The upper end of Clopper and Pearson's 95 % interval: where so few are seen with a probability of 2.5 %.</summary>
    private static double UpperEnd(int count, int of)
    {
        var (low, high) = (count / (double)of, 1.0);
        for (var step = 0; step < 50; step++)
        {
            var middle = (low + high) / 2;
            (low, high) = AtMost(count, of, middle) > 0.025 ? (middle, high) : (low, middle);
        }
        return high;
    }

    private static double AtMost(int count, int of, double share)
    {
        double log = of * Math.Log(1 - share),
            sum = 0;
        for (var k = 0; k <= count; k++)
        {
            sum += Math.Exp(log);
            log += Math.Log((of - k) / (k + 1.0)) + Math.Log(share / (1 - share));
        }
        return sum;
    }
}
