using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using static IwTune.Shared.Tests.Compliance.EvaluatedHost;

namespace IwTune.Shared.Tests.Compliance.Controls;

public sealed class BuiltInControlsTests
{
    private static readonly HostState Rehearsed = Applied with { Rehearsed = new(Now.AddDays(-2), "") };

    private static readonly ComplianceCase Well = Case(Rehearsed) with
    {
        RequiredSince = Now.AddDays(-3),
        EffectiveAsRequired = true,
        WatchedUntil = Now.AddHours(-1),
        Agent = AgentStanding.Current,
    };

    [Fact]
    public void A_host_that_is_well_passes_every_control() =>
        Assert.Equal("1p2p3p4p5p6p7p8p9p10n11p12p13p", BuiltInControls.Judge(Well).Short);

    [Fact]
    public void Numbers_are_in_order_and_each_has_clauses_in_every_standard()
    {
        Assert.Equal(Enumerable.Range(1, BuiltInControls.All.Count), BuiltInControls.All.Select(control => control.Number));
        Assert.Equal(3, StandardMapping.BuiltIn.Count);
        foreach (var mapping in StandardMapping.BuiltIn)
            Assert.Equal(BuiltInControls.All.Select(control => control.Id), mapping.Clauses.Keys);
    }

    [Fact]
    public void Nothing_but_reporting_and_the_agent_is_judged_where_nothing_is_required()
    {
        Assert.Equal("1n2n3n4n5n6n7n8n9p10n11n12p13n", BuiltInControls.Judge(Well with { RequiredDigest = null }).Short);
        Assert.Equal(
            "1n2n3n4n5n6n7n8n9f10n11n12u13n",
            BuiltInControls.Judge(Case(null) with { RequiredDigest = null, CheckedInAt = null }).Short
        );
    }

    [Fact]
    public void Of_a_silent_host_nothing_is_known_but_its_silence() =>
        Assert.Equal("1u2u3u4u5u6u7u8u9f10n11u12u13u", BuiltInControls.Judge(Well with { Now = Now.AddHours(1) }).Short);

    [Fact]
    public void An_exception_or_a_hold_changes_no_other_result()
    {
        var hold = new HoldState("kim", Now.AddDays(-1), null, "freeze");
        var drifted = Well with { State = Applied with { Targets = [Other] } };
        var excepted = drifted with { Exception = new("later", null), Pinned = new(hold, "edge revision 9") };
        Assert.Equal(
            BuiltInControls.Judge(drifted).Each().Where(one => one.Number != BuiltInControls.Approved),
            BuiltInControls.Judge(excepted).Each().Where(one => one.Number != BuiltInControls.Approved)
        );
    }

    [Theory]
    [InlineData(1, null, false, ControlResult.NotChecked)]
    [InlineData(24, null, false, ControlResult.NotChecked)]
    [InlineData(25, null, false, ControlResult.Fail)]
    [InlineData(25, null, true, ControlResult.Pass)]
    [InlineData(25, -1, false, ControlResult.NotApplicable)]
    [InlineData(25, 1, false, ControlResult.Fail)]
    public void An_exception_is_approved_within_a_day_or_fails_as_long_as_it_is_in_force(
        int hoursAgo,
        int? endsInHours,
        bool approved,
        ControlResult result
    )
    {
        var given = Well with
        {
            Exception = new("later", endsInHours is { } hours ? Now.AddHours(hours) : null)
            {
                Granted = Now.AddHours(-hoursAgo),
                IsApproved = approved,
            },
        };
        Assert.Equal(result, BuiltInControls.Judge(given).Find(BuiltInControls.Approved));
    }

    [Fact]
    public void The_end_of_the_day_for_an_approval_is_a_turn() =>
        Assert.Equal(
            Now.AddHours(23) + TimeSpan.FromMilliseconds(1),
            BuiltInControls.Turn(
                Well with
                {
                    WatchedUntil = null,
                    Exception = new("later", null) { Granted = Now.AddHours(-1) },
                }
            )
        );

    [Fact]
    public void A_drifted_window_fails_the_first_control_alone() =>
        Is("1f2p3p4p5p6p7p8p9p10n11p12p13p", Rehearsed with { Targets = [Good, Other] });

    [Theory]
    [InlineData(true, 'p')]
    [InlineData(false, 'f')]
    [InlineData(null, 'c')]
    public void The_window_in_effect_is_what_was_measured(bool? measured, char result) =>
        Assert.Equal($"2{result}", BuiltInControls.Judge(Well with { EffectiveAsRequired = measured }).Short[2..4]);

    [Theory]
    [InlineData(TargetLeft.Overridden)]
    [InlineData(TargetLeft.OwnerFights)]
    public void A_target_that_was_changed_by_another_fails_undisturbed(TargetLeft left) =>
        Assert.Equal(ControlResult.Fail, Of(3, Applied with { Targets = [Good, Other with { Left = left }] }));

    [Fact]
    public void A_repair_fails_undisturbed_for_a_day()
    {
        Assert.Equal(ControlResult.Fail, Of(3, Applied with { Repaired = Now.AddHours(-23) }));
        Assert.Equal(ControlResult.Pass, Of(3, Applied with { Repaired = Now.AddHours(-25) }));
    }

    [Fact]
    public void A_window_above_a_limit_of_the_host_or_a_bound_of_its_policy_fails()
    {
        Assert.Equal(ControlResult.Fail, Of(4, Applied with { Limits = new(9, null) }));
        Assert.Equal(ControlResult.Pass, Of(4, Applied with { Limits = new(10, null) }));
        Assert.Equal(ControlResult.Fail, BuiltInControls.Judge(Decided(17)).Find(4));
        Assert.Equal(ControlResult.Pass, BuiltInControls.Judge(Decided(16)).Find(4));
    }

    [Fact]
    public void A_revision_has_24_hours_to_arrive()
    {
        var older = Applied with { Held = new(6, Older, Now.AddDays(1)) };
        Assert.Equal(ControlResult.NotChecked, Of(5, older, since: Now.AddHours(-24)));
        Assert.Equal(ControlResult.Fail, Of(5, older, since: Now.AddHours(-24).AddMilliseconds(-1)));
        var silent = Well with { State = older, CheckIn = Well.CheckIn! with { Held = older.Held }, Now = Now.AddHours(1) };
        Assert.Equal(ControlResult.Fail, BuiltInControls.Judge(silent).Find(5));
        Assert.Equal(ControlResult.Unknown, BuiltInControls.Judge(silent with { RequiredSince = Now }).Find(5));
    }

    [Fact]
    public void A_host_that_only_observes_or_a_policy_that_only_audits_fails_enforced()
    {
        Assert.Equal(ControlResult.Fail, Of(6, Applied with { Observing = "agent.yaml" }));
        Assert.Equal(ControlResult.Fail, Of(6, Applied with { Mode = PolicyMode.Audit }));
    }

    [Fact]
    public void A_window_that_was_set_without_its_former_value_fails_the_rollback_control()
    {
        Assert.Equal(
            ControlResult.Fail,
            Of(7, Applied with { Targets = [Good with { Outcome = TargetOutcome.Applied, Managed = false }] })
        );
        Assert.Equal(ControlResult.Pass, Of(7, Applied with { Targets = [Good with { Managed = false }] }));
    }

    [Fact]
    public void A_window_above_three_must_be_monitored()
    {
        Assert.Equal(ControlResult.NotApplicable, Of(8, Applied with { Targets = [Good with { Wanted = new(3, null) }] }));
        var unwatched = Well with { WatchedUntil = Now.AddHours(-24).AddMilliseconds(-1) };
        Assert.Equal(ControlResult.Fail, BuiltInControls.Judge(unwatched).Find(8));
        Assert.Equal(ControlResult.NotChecked, BuiltInControls.Judge(unwatched with { RequiredSince = Now.AddHours(-1) }).Find(8));
        Assert.Equal(ControlResult.NotChecked, BuiltInControls.Judge(unwatched with { Os = "windows" }).Find(8));
    }

    [Fact]
    public void A_host_without_a_bundle_has_a_day_to_get_one_and_an_expired_bundle_fails()
    {
        var without = Applied with { Held = null };
        Assert.Equal(ControlResult.NotChecked, Of(11, without, since: Now.AddHours(-24)));
        Assert.Equal(ControlResult.Fail, Of(11, without, since: Now.AddHours(-24).AddMilliseconds(-1)));
        Assert.Equal(ControlResult.Pass, Of(11, Applied with { Held = new(6, Older, Now) }));
        Assert.Equal(ControlResult.Fail, Of(11, Applied with { Held = new(7, Required, Now.AddMilliseconds(-1)) }));
    }

    [Theory]
    [InlineData(AgentStanding.Current, null, ControlResult.Pass)]
    [InlineData(AgentStanding.Ahead, null, ControlResult.Pass)]
    [InlineData(AgentStanding.Unknown, null, ControlResult.NotChecked)]
    [InlineData(AgentStanding.Behind, null, ControlResult.Pass)]
    [InlineData(AgentStanding.Behind, 30, ControlResult.Pass)]
    [InlineData(AgentStanding.Behind, 31, ControlResult.Fail)]
    public void An_older_agent_is_upgraded_within_30_days(AgentStanding standing, int? daysAgo, ControlResult result)
    {
        var newer = daysAgo is { } days ? Now.AddDays(-days) : (DateTimeOffset?)null;
        Assert.Equal(result, BuiltInControls.Judge(Well with { Agent = standing, NewerAgentSince = newer }).Find(BuiltInControls.Current));
    }

    [Theory]
    [InlineData(34, "", ControlResult.Pass)]
    [InlineData(36, "", ControlResult.Fail)]
    [InlineData(1, "It was not restored.", ControlResult.Fail)]
    public void A_rollback_is_rehearsed_every_35_days_and_works(int daysAgo, string problem, ControlResult result) =>
        Assert.Equal(result, Of(13, Applied with { Rehearsed = new(Now.AddDays(-daysAgo), problem) }));

    [Fact]
    public void A_host_that_never_rehearsed_has_35_days_for_it_and_one_that_cannot_needs_not()
    {
        Assert.Equal(ControlResult.NotChecked, Of(13, Applied));
        Assert.Equal(ControlResult.Fail, Of(13, Applied, since: Now.AddDays(-36)));
        Assert.Equal(ControlResult.NotApplicable, Of(13, Applied with { Targets = [Good with { Strategy = "bpf" }] }));
        Assert.Equal(ControlResult.NotApplicable, Of(13, Applied with { Observing = "agent.yaml" }));
        Assert.Equal(ControlResult.NotApplicable, BuiltInControls.Judge(Well with { Os = "windows" }).Find(13));
    }

    [Fact]
    public void The_end_of_the_30_days_is_a_turn() =>
        Assert.Equal(
            Now.AddMinutes(1).AddMilliseconds(1),
            BuiltInControls.Turn(Well with { Agent = AgentStanding.Behind, NewerAgentSince = Now.AddDays(-30).AddMinutes(1) })
        );

    [Fact]
    public void A_result_that_time_alone_changes_has_its_turn()
    {
        var watched = Well with { RequiredSince = Now.AddHours(-2), WatchedUntil = Now.AddHours(-1) };
        var first = VerdictTurns.Other(watched)!.Value;
        Assert.Equal(Now.AddHours(22).AddMilliseconds(1), first);
        var second = VerdictTurns.Other(watched with { Now = first })!.Value;
        Assert.Equal(Now.AddHours(23).AddMilliseconds(1), second);
        var heard = watched with { CheckedInAt = second };
        Assert.Equal(ControlResult.Pass, BuiltInControls.Judge(heard with { Now = second.AddMilliseconds(-1) }).Find(8));
        Assert.Equal(ControlResult.Fail, BuiltInControls.Judge(heard with { Now = second }).Find(8));
        Assert.Equal(Applied.Held!.Expires.AddMilliseconds(1), VerdictTurns.Other(watched with { Now = second }));
    }

    [Fact]
    public void Results_are_a_short_text_that_names_their_controls()
    {
        var results = new ControlResults("1p2f10u11z");
        Assert.Equal((ControlResult.Pass, ControlResult.Unknown, null), (results.Find(1), results.Find(10), results.Find(3)));
        Assert.Equal("IWT-1:Pass IWT-2:Fail IWT-10:Unknown", ControlResults.Text(results.ById()));
        Assert.Null(ControlResults.None.ById());
        Assert.Null(default(ControlResults).ById());
    }

    private static ControlResult? Of(int number, HostState state, DateTimeOffset? since = null) =>
        BuiltInControls
            .Judge(
                Well with
                {
                    State = state,
                    CheckIn = new(state.Held, state.StateHash, "boot", 3),
                    RequiredSince = since ?? Well.RequiredSince,
                }
            )
            .Find(number);

    private static void Is(string results, HostState state) =>
        Assert.Equal(results, BuiltInControls.Judge(Well with { State = state }).Short);
}
