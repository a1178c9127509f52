using IwTune.Calibration;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>
/// A coarse part of the grid of docs/rollouts-gate.md: simulated rollouts, judged by the server's own gate, from reports to verdict.
/// </summary>
public sealed class CalibrationTests(ITestOutputHelper output)
{
    private const int Runs = 80;

    private static readonly Scenario Small = new() { Hosts = 40, Before = 2000 };

    public static TheoryData<double, double, double> Harmless =>
        new()
        {
            { 0.02, 0, 0 },
            { 0.02, 3, 0 },
            { 0.05, 2, 0 },
            { 0.1, 0, 0 },
            { 0.1, 3, 0 },
            { 0.05, 1, 0.5 },
        };

    [Theory]
    [MemberData(nameof(Harmless))]
    public void Harmless_revisions_are_stopped_no_more_often_than_the_rule_accepts(double loss, double burstCv, double windows)
    {
        var result = Of(Small with { Loss = loss, BurstCv = burstCv, Windows = windows });
        Assert.True(result.Holds, $"{result.Stopped} of {Runs} were stopped");
    }

    [Theory]
    [InlineData(0.02, 3, 0.9)]
    [InlineData(0.05, 2, 0.9)]
    [InlineData(0.1, 1.5, 0.5)]
    public void Harmful_ones_are_found(double loss, double effect, double least)
    {
        var result = Of(Small with { Loss = loss, Effect = effect });
        Assert.True(result.StoppedShare.Estimate >= least, $"{result.Stopped} of {Runs} were stopped");
        Assert.NotNull(result.MedianSecondsToStop);
        Assert.Equal(result.Stopped, result.Inputs.Values.Sum());
    }

    [Fact]
    public void A_rise_larger_than_the_rule_is_not_excluded_more_often_than_it_accepts()
    {
        var result = Of(Small with { Loss = 0.02, Effect = 2.5, Connections = 60 });
        Assert.InRange(result.WronglyPassed, 0, (int)(Runs * 0.05));
    }

    [Fact]
    public void The_same_seed_gives_the_same_result()
    {
        var scenario = Small with { Loss = 0.05, Effect = 2 };
        var (one, again) = (CalibrationResult.Of(scenario, 10, 3), CalibrationResult.Of(scenario, 10, 3));
        Assert.Equal((one.Stopped, one.MedianSecondsToStop), (again.Stopped, again.MedianSecondsToStop));
    }

    private CalibrationResult Of(Scenario scenario)
    {
        var result = CalibrationResult.Of(scenario, Runs, 1);
        output.WriteLine(Report.Line("", result));
        return result;
    }
}
