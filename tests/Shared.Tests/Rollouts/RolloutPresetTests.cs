using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Shared.Tests.Rollouts;

public sealed class RolloutPresetTests
{
    [Fact]
    public void The_standard_preset_has_the_rules_that_a_rollout_has_without_any() =>
        Assert.Equal(new RolloutRules(), RolloutPreset.Find("standard")!.Rules);

    [Fact]
    public void Every_preset_reaches_all_hosts_and_judges_first_flight_loss() =>
        Assert.All(
            RolloutPreset.All,
            preset =>
            {
                Assert.Equal(100, preset.Rules.Rings[^1].Percent);
                Assert.True(preset.Rules.MinSamples > 0);
                Assert.Equal(preset.Rules.Rings, RingText.Read(RingText.Write(preset.Rules.Rings)).Rings);
            }
        );

    [Fact]
    public void Rules_are_told_as_sentences()
    {
        Assert.Equal(
            "1 host, 1 %, 5 %, 25 % and all hosts; each ring is observed for 10 minutes. A ring passes when first-flight loss did not rise "
                + "by more than 2 points, judged by at least 200 connections. A failed gate rolls it back.",
            RolloutPreset.Sentences(new())
        );
        Assert.Equal(
            "hosts of label:canary, 20 hosts and all hosts; each ring is observed for 1 hour. First-flight loss is not judged. A failed "
                + "gate holds the rollout.",
            RolloutPreset.Sentences(
                new()
                {
                    Rings = RingText.Read("label:canary,20,100%").Rings,
                    BakeSeconds = 3600,
                    MinSamples = 0,
                    OnFailure = GateFailure.Hold,
                }
            )
        );
        Assert.StartsWith("all hosts at once;", RolloutPreset.Sentences(new() { Rings = RingText.Read("100%").Rings }));
    }
}
