using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;
using static IwTune.Shared.Tests.Compliance.EvaluatedHost;

namespace IwTune.Shared.Tests.Compliance;

/// <summary>Cases of the evaluator that mutation testing showed to be untested (docs/testing.md).</summary>
public sealed class ComplianceCornersTests
{
    [Fact]
    public void What_a_check_in_says_it_holds_counts_before_what_an_older_report_said() =>
        Expect(
            Verdict.Applying,
            "the host still has edge revision 2; it has not accepted the required revision yet",
            Case(Applied) with
            {
                CheckIn = new(new(6, Older, Now), Applied.StateHash, "boot", 4),
            }
        );

    [Fact]
    public void A_host_without_a_policy_that_still_manages_a_target_or_still_holds_a_bundle_is_applying()
    {
        const string waits = "no policy is assigned any more; the host has not restored everything yet";
        var none = Case(Applied) with { RequiredDigest = null };
        Expect(Verdict.Applying, waits, none with { State = Applied with { Held = null } });
        Expect(Verdict.Applying, waits, none with { State = Applied with { Targets = [Good with { Managed = false }] } });
        Expect(Verdict.Compliant, "no policy is assigned", none with { State = Applied with { Held = null, Targets = [] } });
    }

    [Fact]
    public void What_the_host_still_has_is_named_as_far_as_it_is_known()
    {
        var older = Applied with { Held = new(6, Older, Now) };
        Expect(
            Verdict.Applying,
            "the host still has edge; it has not accepted the required revision yet",
            Case(older with { Revision = null })
        );
        Expect(
            Verdict.Applying,
            "the host still has no policy; it has not accepted the required revision yet",
            Case(older with { Policy = null })
        );
    }

    [Fact]
    public void A_host_that_matches_nothing_and_gives_no_cause_is_unsupported_without_one() =>
        Expect(Verdict.Unsupported, "nothing on this host matches the policy", Case(Applied with { Targets = [] }));

    [Fact]
    public void A_host_that_only_observes_says_who_wants_it_so() =>
        Expect(
            Verdict.Drifted,
            "its one target differs; the host only observes (limits.yaml), so nothing is changed: b has default, required initcwnd 10",
            Case(Applied with { Observing = "limits.yaml", Targets = [Other with { Id = "b", Outcome = null }] })
        );

    [Fact]
    public void Failed_is_an_error_unless_everything_that_was_not_there_already_was_refused()
    {
        Verdict Of(params TargetState[] targets) =>
            ComplianceEvaluator.Evaluate(Case(Applied with { Phase = BundlePhase.Failed, Targets = targets })).Verdict;
        Assert.Equal(Verdict.Unsupported, Of(Good, Other with { Outcome = TargetOutcome.Refused }));
        Assert.Equal(Verdict.Error, Of(Good));
        Assert.Equal(
            Verdict.Error,
            Of(Other with { Outcome = TargetOutcome.Refused }, Other with { Id = "b", Outcome = TargetOutcome.Failed })
        );
    }

    [Fact]
    public void A_limit_of_the_host_lets_it_decide_less_only_in_the_scope_it_is_for()
    {
        var given = Decided(2);
        var elsewhere = given.State! with
        {
            Decided =
            [
                new DecidedScope
                {
                    Scope = "link:lan0",
                    Word = "auto",
                    Value = 2,
                    Min = 2,
                    Max = 2,
                    Changed = Now,
                },
            ],
        };
        Assert.Equal(Verdict.Drifted, ComplianceEvaluator.Evaluate(given with { State = elsewhere }).Verdict);
        // Bounds of 5 to 16, on a host whose system accepts even numbers only.
        Assert.Equal(Verdict.Compliant, ComplianceEvaluator.Evaluate(Decided(4)).Verdict);
        Assert.Equal(Verdict.Drifted, ComplianceEvaluator.Evaluate(Decided(3)).Verdict);
    }
}
