using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Compliance;

public sealed class VerdictTurnsTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    private static readonly ComplianceCase Heard = new()
    {
        RequiredDigest = null,
        State = null,
        CheckedInAt = Now,
        Now = Now,
        StaleAfter = TimeSpan.FromMinutes(5),
    };

    [Fact]
    public void A_silent_host_turns_stale_a_moment_after_its_time() =>
        Assert.Equal(Now.AddMinutes(5).AddMilliseconds(1), VerdictTurns.After(Heard));

    [Fact]
    public void Silence_while_nobody_listened_does_not_count()
    {
        var heard = Heard with { CheckedInAt = Now.AddHours(-2), ListenedSince = Now };
        Assert.Equal(Verdict.Compliant, ComplianceEvaluator.Evaluate(heard).Verdict);
        Assert.Equal(Now.AddMinutes(5).AddMilliseconds(1), VerdictTurns.After(heard));
    }

    [Fact]
    public void Each_turn_that_has_passed_is_told_with_its_instant()
    {
        var late = Heard with { Now = Now.AddHours(1), Exception = new("moving racks", Now.AddMinutes(30)) };
        Assert.Equal(
            [(Now.AddMinutes(5).AddMilliseconds(1), Verdict.Excepted), (Now.AddMinutes(30), Verdict.Stale), (late.Now, Verdict.Stale)],
            VerdictTurns.Since(late, Now).Select(turn => (turn.From, turn.Judged.Verdict))
        );
    }

    [Fact]
    public void After_a_change_only_the_present_is_told() =>
        Assert.Equal(
            [(Now.AddHours(1), Verdict.Stale)],
            VerdictTurns.Since(Heard with { Now = Now.AddHours(1) }, null).Select(turn => (turn.From, turn.Judged.Verdict))
        );

    [Fact]
    public void Nothing_turns_for_a_host_that_was_never_heard_of() => Assert.Null(VerdictTurns.After(Heard with { CheckedInAt = null }));

    [Fact]
    public void A_repair_is_forgotten_a_moment_after_its_day() =>
        Assert.Equal(Now.AddHours(4).AddMilliseconds(1), VerdictTurns.Other(Heard with { State = Repaired(Now.AddHours(-20)) }));

    [Fact]
    public void Of_two_turns_the_earlier_one_is_told_whichever_it_is()
    {
        var repaired = Heard with { State = Repaired(Now.AddHours(-20)) };
        Assert.Equal(Now.AddHours(3), VerdictTurns.Other(repaired with { Exception = new("moving racks", Now.AddHours(3)) }));
        Assert.Equal(
            Now.AddHours(4).AddMilliseconds(1),
            VerdictTurns.Other(repaired with { Exception = new("moving racks", Now.AddHours(5)) })
        );
        Assert.Equal(Now.AddHours(3), VerdictTurns.Other(Heard with { Exception = new("moving racks", Now.AddHours(3)) }));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(14)]
    public void The_last_instant_there_is_turns_nothing_whatever_a_host_reports_of_it(int offset)
    {
        var last = new DateTimeOffset(DateTime.MaxValue, TimeSpan.Zero);
        var never = offset == 0 ? last : new DateTimeOffset(DateTime.MaxValue, TimeSpan.FromHours(offset));
        var state = Repaired(never) with { Held = new HeldBundle(0, "sha256:by-hand", never), Rehearsed = new(never, "") };
        var turn = VerdictTurns.Other(Heard with { State = state });
        Assert.True(turn is null || turn > Now.AddYears(7000), $"{turn}");
        Assert.Single(VerdictTurns.Since(Heard with { State = state }, Now.AddDays(-1)));
        // A store keeps milliseconds: a bundle that was applied by hand comes back a little earlier than it was reported.
        var stored = DateTimeOffset.FromUnixTimeMilliseconds(last.ToUnixTimeMilliseconds());
        Assert.Equal(last, VerdictTurns.Other(Heard with { State = state with { Held = state.Held with { Expires = stored } } }));
    }

    private static HostState Repaired(DateTimeOffset at) =>
        new()
        {
            Phase = BundlePhase.Applied,
            StateHash = "hash",
            Repaired = at,
        };
}
