using IwTune.Shared.Compliance;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using static IwTune.Shared.Tests.Compliance.EvaluatedHost;

namespace IwTune.Shared.Tests.Compliance;

public sealed class ComplianceEvaluatorTests
{
    [Fact]
    public void A_host_that_is_as_required_is_compliant()
    {
        Expect(Verdict.Compliant, "its one target is as required", Case(Applied));
        Expect(
            Verdict.Compliant,
            "all 2 targets are as required; nothing to set for interface:eth9",
            Case(Applied with { Targets = [Good, Good], Unmatched = ["interface:eth9"] })
        );
    }

    [Fact]
    public void A_target_no_scope_wants_does_not_count() =>
        Expect(Verdict.Compliant, "its one target is as required", Case(Applied with { Targets = [Good, Other with { Wanted = null }] }));

    [Fact]
    public void A_repair_is_told_for_a_day()
    {
        var repaired = Applied with { Repaired = Now.AddHours(-23) };
        Expect(Verdict.Repaired, "its one target is as required again since 2026-11-20 13:00Z", Case(repaired));
        Expect(Verdict.Compliant, "its one target is as required", Case(repaired with { Repaired = Now.AddHours(-25) }));
    }

    [Fact]
    public void A_difference_nobody_explains_is_drift() =>
        Expect(
            Verdict.Drifted,
            "1 of 2 targets differs: ipv6 main default via fe80::1 dev eth0 has default, required initcwnd 10",
            Case(Applied with { Targets = [Good, Other] })
        );

    [Fact]
    public void A_failed_target_is_an_error_even_beside_drift_and_refusals() =>
        Expect(
            Verdict.Error,
            "3 of 4 targets differ: b has default, required initcwnd 10: no memory",
            Case(
                Applied with
                {
                    Targets =
                    [
                        Good,
                        Other with
                        {
                            Outcome = TargetOutcome.Refused,
                        },
                        Other,
                        Other with
                        {
                            Id = "b",
                            Outcome = TargetOutcome.Failed,
                            Reason = "no memory",
                        },
                    ],
                }
            )
        );

    [Fact]
    public void A_refused_target_is_unsupported_and_says_why() =>
        Expect(
            Verdict.Unsupported,
            "1 of 2 targets differs: b has default, required initcwnd 10: FRR owns this route",
            Case(
                Applied with
                {
                    Targets = [Good, Other with { Id = "b", Outcome = TargetOutcome.Refused, Reason = "FRR owns this route" }],
                }
            )
        );

    [Fact]
    public void A_host_that_refused_every_target_did_not_fail() =>
        Expect(
            Verdict.Unsupported,
            "its one target differs: b has default, required initcwnd 10: FRR owns this route",
            Case(
                Applied with
                {
                    Phase = BundlePhase.Failed,
                    Targets = [Other with { Id = "b", Outcome = TargetOutcome.Refused, Reason = "FRR owns this route" }],
                }
            )
        );

    [Fact]
    public void A_refusal_does_not_hide_drift() =>
        Assert.Equal(
            Verdict.Drifted,
            ComplianceEvaluator.Evaluate(Case(Applied with { Targets = [Other with { Outcome = TargetOutcome.Refused }, Other] })).Verdict
        );

    [Fact]
    public void A_policy_that_matches_nothing_is_unsupported() =>
        Expect(
            Verdict.Unsupported,
            "nothing on this host matches the policy: interface:eth9: no such interface",
            Case(Applied with { Targets = [Other with { Wanted = null }], Unmatched = ["interface:eth9: no such interface"] })
        );

    [Fact]
    public void Audit_mode_tells_a_difference_and_that_nothing_is_changed()
    {
        var audited = Applied with { Mode = PolicyMode.Audit, Phase = BundlePhase.Audited };
        Expect(Verdict.Compliant, "its one target is as required", Case(audited));
        Expect(
            Verdict.Drifted,
            "its one target differs; the policy only audits, so nothing is changed: b has default, required initcwnd 10",
            Case(audited with { Targets = [Other with { Id = "b", Outcome = null }] })
        );
        Assert.Equal(
            Verdict.Drifted,
            ComplianceEvaluator.Evaluate(Case(audited with { Targets = [Other with { Outcome = TargetOutcome.Refused }] })).Verdict
        );
    }

    [Theory]
    [InlineData(BundlePhase.None, Verdict.Applying, "the bundle was received but is not applied yet")]
    [InlineData(BundlePhase.AwaitingConfirm, Verdict.Applying, "applied; waiting for confirmation: until 12:02")]
    [InlineData(BundlePhase.PutBack, Verdict.Error, "applied, then restored: until 12:02")]
    [InlineData(BundlePhase.Failed, Verdict.Error, "applying failed: until 12:02")]
    public void The_phase_of_the_bundle_decides_first(BundlePhase phase, Verdict verdict, string reason) =>
        Expect(verdict, reason, Case(Applied with { Phase = phase, Reason = "until 12:02" }));

    [Fact]
    public void A_failure_names_the_target() =>
        Expect(
            Verdict.Error,
            "applying failed: b has default, required initcwnd 10: EINVAL",
            Case(
                Applied with
                {
                    Phase = BundlePhase.Failed,
                    Targets = [Good, Other with { Id = "b", Outcome = TargetOutcome.Failed, Reason = "EINVAL" }],
                }
            )
        );

    [Fact]
    public void A_host_with_an_older_revision_is_applying()
    {
        Expect(
            Verdict.Applying,
            "the host still has edge revision 1; it has not accepted the required revision yet",
            Case(Applied with { Held = new(6, Older, Now), Revision = 1 })
        );
        Expect(
            Verdict.Applying,
            "the host still has no policy; it has not accepted the required revision yet",
            Case(Applied with { Held = null, Policy = null, Phase = BundlePhase.None })
        );
    }

    [Fact]
    public void A_host_that_refused_the_revision_is_an_error()
    {
        var older = Case(Applied with { Held = new(6, Older, Now), Reason = "expired" });
        Expect(
            Verdict.Error,
            "the host refused the required revision or restored its before-images: expired",
            older with
            {
                CheckIn = older.CheckIn! with { Rejected = Required },
            }
        );
    }

    [Fact]
    public void A_host_that_was_cut_off_in_the_time_to_confirm_says_so_whatever_it_enforces_now()
    {
        var older = Case(Applied with { Held = new(6, Older, Now) });
        Expect(
            Verdict.Error,
            "the host set the required revision and restored its before-images: it could not reach the server within the confirm time, or "
                + "went down in it",
            older with
            {
                CheckIn = older.CheckIn! with { Rejected = Required, Restored = new(Now, CutOff: true) },
            }
        );
    }

    [Fact]
    public void A_host_that_refuses_what_it_cannot_read_is_an_error_with_its_reason()
    {
        var state = Applied with { Held = new(6, Older, Now), Refused = "signed by key 1f2e, which is not one of the 1 trusted here" };
        Expect(
            Verdict.Error,
            "the host refuses what the server sends: signed by key 1f2e, which is not one of the 1 trusted here",
            Case(state)
        );
    }

    [Fact]
    public void An_old_report_is_not_told_as_fact()
    {
        var fresh = Case(Applied);
        Expect(
            Verdict.Applying,
            "its state has changed since its last report; the new report has not arrived yet",
            fresh with
            {
                CheckIn = fresh.CheckIn! with { StateHash = "another" },
            }
        );
        Expect(Verdict.Applying, "has not reported its initial windows yet", Case(null));
        Expect(
            Verdict.Stale,
            "no check-in since 2026-11-21 09:00Z; its current state is unknown",
            fresh with
            {
                CheckedInAt = Now.AddHours(-3),
            }
        );
        Expect(Verdict.NeverSeen, "enrolled, but has not checked in yet", fresh with { CheckedInAt = null });
    }

    [Fact]
    public void The_last_check_in_is_believed_over_the_last_report()
    {
        var given = Case(Applied);
        Assert.Equal(Verdict.Applying, ComplianceEvaluator.Evaluate(given with { CheckIn = given.CheckIn! with { Held = null } }).Verdict);
    }

    [Theory]
    [InlineData(300, Verdict.Compliant)]
    [InlineData(301, Verdict.Stale)]
    [InlineData(-60, Verdict.Compliant)]
    public void Staleness_starts_after_the_limit(int secondsAgo, Verdict verdict) =>
        Assert.Equal(verdict, ComplianceEvaluator.Evaluate(Case(Applied) with { CheckedInAt = Now.AddSeconds(-secondsAgo) }).Verdict);

    [Fact]
    public void An_exception_holds_until_its_end_and_is_remembered_after()
    {
        var given = Case(Applied with { Targets = [Other] }) with { Exception = new("vendor appliance", Now.AddDays(1)) };
        Expect(Verdict.Excepted, "vendor appliance (until 2026-11-22 12:00Z)", given);
        Expect(Verdict.Excepted, "vendor appliance (without end)", given with { Exception = new("vendor appliance", null) });
        var ended = ComplianceEvaluator.Evaluate(given with { Exception = new("vendor appliance", Now) });
        Assert.Equal(Verdict.Drifted, ended.Verdict);
        Assert.EndsWith("; its exception ended 2026-11-21 12:00Z", ended.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_policy_everything_is_put_back_first()
    {
        var none = Case(Applied) with { RequiredDigest = null };
        Expect(Verdict.Applying, "no policy is assigned any more; the host has not restored everything yet", none);
        var back = Applied with
        {
            Held = new(8, BundleDigest.Of(BundleContent.Nothing), Now),
            Targets = [Good with { Managed = false, Wanted = null }],
        };
        Expect(Verdict.Compliant, "no policy is assigned", none with { State = back });
        Expect(
            Verdict.Compliant,
            "no policy is assigned",
            none with
            {
                State = back,
                RequiredDigest = BundleDigest.Of(BundleContent.Nothing),
            }
        );
        Expect(Verdict.Compliant, "no policy is assigned", none with { State = null, CheckIn = null });
        Expect(
            Verdict.Error,
            "no policy is assigned any more, but restoring failed: read-only",
            none with
            {
                State = Applied with { Phase = BundlePhase.Failed, Reason = "read-only" },
            }
        );
    }

    [Theory]
    [InlineData(Verdict.Compliant, "no policy is assigned", true)]
    [InlineData(Verdict.Compliant, "no policy is assigned; held by anna since 2026-11-21 10:00Z", true)]
    [InlineData(Verdict.Compliant, "its one target is as required", false)]
    [InlineData(Verdict.Applying, "no policy is assigned any more; the host has not restored everything yet", false)]
    public void A_host_without_a_policy_is_told_from_one_that_fulfils_it(Verdict verdict, string reason, bool nothing) =>
        Assert.Equal(nothing, ComplianceEvaluator.RequiresNothing(verdict, reason));

    [Fact]
    public void A_hold_at_the_host_stands_beside_its_verdict()
    {
        var held = Applied with
        {
            Hold = new HoldState("ann (sudo)", Now.AddHours(-1), Now.AddHours(1), "new provider"),
            Targets = [Good with { Configured = Window.Unset }],
        };
        Expect(
            Verdict.Drifted,
            "its one target differs: ipv4 main default via 192.0.2.1 dev eth0 has default, required initcwnd 10; held by ann (sudo) since "
                + "2026-11-21 11:00Z, until 2026-11-21 13:00Z: new provider",
            Case(held)
        );
        Expect(
            Verdict.Applying,
            "the required revision has arrived and waits until the hold ends; held by ann (sudo) since 2026-11-21 11:00Z, until "
                + "2026-11-21 13:00Z: new provider",
            Case(held) with
            {
                RequiredDigest = Older,
                CheckIn = new(held.Held, held.StateHash, "boot", 3, Older),
            }
        );
    }

    [Fact]
    public void An_override_is_excepted_unless_something_else_differs_too()
    {
        var meant = Good with { Configured = new(30, null), Left = TargetLeft.Overridden, Reason = "local override by root" };
        Expect(
            Verdict.Excepted,
            "its one target differs intentionally: ipv4 main default via 192.0.2.1 dev eth0 has initcwnd 30, required initcwnd 10: local "
                + "override by root",
            Case(Applied with { Targets = [meant] })
        );
        Expect(
            Verdict.Drifted,
            "1 of 2 targets differs: ipv6 main default via fe80::1 dev eth0 has default, required initcwnd 10",
            Case(Applied with { Targets = [meant, Other] })
        );
    }

    [Fact]
    public void A_target_whose_owner_undoes_every_repair_has_drifted_and_is_not_called_impossible()
    {
        var fought = Good with
        {
            Configured = Window.Unset,
            Outcome = TargetOutcome.Refused,
            Left = TargetLeft.OwnerFights,
            Reason = "bird undid 10 repairs",
        };
        Expect(
            Verdict.Drifted,
            "its one target differs: ipv4 main default via 192.0.2.1 dev eth0 has default, required initcwnd 10: bird undid "
                + "10 repairs",
            Case(Applied with { Phase = BundlePhase.Failed, Targets = [fought] })
        );
    }
}
