using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Compliance;

/// <summary>A hold is no verdict: the host is judged, and the hold stands in the reason.</summary>
public sealed class PinnedHoldTests
{
    private const string Pinned = "sha256:pinned";
    private static readonly DateTimeOffset Now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);
    private static readonly HoldState Anna = new("user:anna", Now.AddHours(-2), Now.AddHours(4), "provider change");

    private static readonly TargetState Target = new()
    {
        Id = "ipv4 main default",
        Scope = "default",
        Owner = "dhcp",
        Strategy = "in-place",
        Configured = new(10, null),
        Wanted = new(10, null),
        Managed = true,
    };

    private static readonly HostState Applied = new()
    {
        Held = new(7, Pinned, Now.AddDays(1)),
        Policy = "edge",
        Revision = 8,
        Phase = BundlePhase.Applied,
        StateHash = "hash",
        Targets = [Target],
    };

    [Fact]
    public void What_a_hold_keeps_from_a_host_is_not_there_yet()
    {
        var judged = ComplianceEvaluator.Evaluate(Case(Applied));
        Assert.Equal(
            new Judgement(
                Verdict.Applying,
                "edge revision 9 waits until the hold ends; held by anna since 2026-11-21 10:00Z, until 2026-11-21 16:00Z: "
                    + "provider change"
            ),
            judged
        );
        Assert.Equal(Verdict.Compliant, ComplianceEvaluator.Health(Case(Applied)).Verdict);
    }

    [Fact]
    public void A_held_host_that_lacks_nothing_is_compliant()
    {
        var judged = ComplianceEvaluator.Evaluate(Case(Applied) with { Pinned = new(Anna, "") });
        Assert.Equal(Verdict.Compliant, judged.Verdict);
        Assert.EndsWith("; held by anna since 2026-11-21 10:00Z, until 2026-11-21 16:00Z: provider change", judged.Reason);
    }

    [Fact]
    public void A_held_host_that_drifts_is_drifted()
    {
        var judged = ComplianceEvaluator.Evaluate(Case(Applied with { Targets = [Target with { Configured = new(3, null) }] }));
        Assert.Equal(Verdict.Drifted, judged.Verdict);
        Assert.Matches("^its one target differs: .*; edge revision 9 waits until the hold ends; held by anna", judged.Reason);
    }

    [Fact]
    public void A_held_host_that_is_silent_is_stale()
    {
        var given = Case(Applied) with { CheckedInAt = Now.AddHours(-1) };
        Assert.Equal(Verdict.Stale, ComplianceEvaluator.Evaluate(given).Verdict);
        Assert.Equal(Verdict.NeverSeen, ComplianceEvaluator.Evaluate(given with { CheckedInAt = null }).Verdict);
    }

    [Fact]
    public void Health_looks_through_a_hold_at_the_host_and_through_an_exception()
    {
        var given = Case(Applied with { Hold = Anna }) with { Pinned = null, Exception = new("granted", null) };
        Assert.Equal(Verdict.Excepted, ComplianceEvaluator.Evaluate(given).Verdict);
        Assert.Equal(Verdict.Compliant, ComplianceEvaluator.Health(given).Verdict);
        // A revision that waits for the end of the host's own hold was not refused.
        var waiting = given with
        {
            CheckIn = given.CheckIn! with { Held = null, Rejected = Pinned },
        };
        Assert.Equal(Verdict.Applying, ComplianceEvaluator.Health(waiting).Verdict);
        Assert.Equal(Verdict.Error, ComplianceEvaluator.Health(waiting with { State = Applied }).Verdict);
    }

    [Fact]
    public void An_exception_comes_before_a_hold() =>
        Assert.StartsWith(
            "granted",
            ComplianceEvaluator.Evaluate(Case(Applied) with { Exception = new("granted", null) }).Reason,
            StringComparison.Ordinal
        );

    private static ComplianceCase Case(HostState state) =>
        new()
        {
            RequiredDigest = Pinned,
            Pinned = new(Anna, "edge revision 9"),
            State = state,
            CheckedInAt = Now.AddSeconds(-30),
            CheckIn = new(state.Held, state.StateHash, "boot", 3),
            Now = Now,
            StaleAfter = TimeSpan.FromMinutes(5),
        };
}
