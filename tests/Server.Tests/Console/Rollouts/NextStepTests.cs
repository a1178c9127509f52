using IwTune.Server.Features.Rollouts.Pages.Decisions;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Console.Rollouts;

/// <summary>Who moves a rollout on.</summary>
public sealed class NextStepTests
{
    [Theory]
    [InlineData(RolloutState.AwaitingApproval, 0, "An approver must approve the plan")]
    [InlineData(RolloutState.AwaitingWindow, 0, "The server starts ring 1 as soon as no freeze and no closed change window prevents it")]
    [InlineData(RolloutState.Running, 0, "The server starts ring 1 within seconds")]
    [InlineData(RolloutState.Running, 1, "The server judges the gate after the bake time")]
    [InlineData(RolloutState.Paused, 0, "An operator can resume or abort")]
    [InlineData(RolloutState.Paused, 1, "An operator can resume, abort or roll back")]
    public void Each_state_names_who_acts(RolloutState state, int ring, string sentence) =>
        Assert.Equal(sentence, Of(state, ring == 0 ? null : Ring("Applied")));

    [Fact]
    public void After_the_last_ring_the_revision_is_published() =>
        Assert.Equal(
            "The server publishes the revision to every host",
            Of(RolloutState.AwaitingWindow, Ring("Applied") with { Number = 2 })
        );

    [Theory]
    [InlineData(GateVerdict.Fail, "An operator can roll back, abort or resume")]
    [InlineData(GateVerdict.Inconclusive, "An operator can promote, abort or roll back; more evidence can also pass the gate")]
    public void A_failed_gate_cannot_be_passed_over(GateVerdict verdict, string sentence) =>
        Assert.Equal(sentence, Of(RolloutState.Holding, Ring("Applied") with { Gate = new(verdict, "", DateTimeOffset.UnixEpoch, []) }));

    [Theory]
    [InlineData("first-flight loss")]
    [InlineData("first-flight loss, own past")]
    public void Shown_harm_is_not_judged_again(string name) =>
        Assert.Equal(
            "An operator can roll back or abort",
            Of(
                RolloutState.Holding,
                Ring("Applied") with
                {
                    Gate = new(GateVerdict.Fail, "", DateTimeOffset.UnixEpoch, [new(name, GateVerdict.Fail, "", "share")]),
                }
            )
        );

    [Fact]
    public void While_hosts_take_the_revision_they_act() =>
        Assert.Equal("The hosts take revision 2; then ring 1 is observed", Of(RolloutState.Running, Ring("Admitted")));

    private static string Of(RolloutState state, RolloutRing? ring)
    {
        var next = NextStep.Of(
            new()
            {
                Id = "",
                Policy = "edge",
                To = 2,
                State = state,
                Sentence = "",
                Ring = ring?.Number ?? 0,
                Rings = 2,
                Hosts = 2,
                Admitted = 1,
                Applied = 1,
                Failed = 0,
                Emergency = false,
                Author = "user:anna",
                Reason = "",
                Created = DateTimeOffset.UnixEpoch,
            },
            ring
        );
        return $"{next.Who} {next.What}";
    }

    private static RolloutRing Ring(string state) =>
        new()
        {
            Number = 1,
            Name = "canary",
            Hosts = 1,
            States = new Dictionary<string, int>(StringComparer.Ordinal) { [state] = 1 },
            Since = DateTimeOffset.UnixEpoch,
            BakeSeconds = 600,
        };
}
