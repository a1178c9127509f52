using IwTune.Lab.AlikeArms;
using IwTune.Testing;

namespace IwTune.EndToEnd.Lab;

public sealed class AlikeArmsTests
{
    /// <summary>
    /// One seed of `./build.sh alike`, whose whole run is in docs/experiments.md. Connections count some seconds after the start.
    /// </summary>
    [Fact]
    public void An_experiment_with_alike_arms_goes_on_over_a_path_that_loses_packets()
    {
        Privileged.Require();
        var result = AlikeRun.One(seed: 1, TimeSpan.FromSeconds(20));
        Assert.False(result.Stopped, result.ToString());
        Assert.True(result is { Connections: > 50, LossPercent: > 1, Looked: true }, result.ToString());
    }
}
