using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Compliance;

/// <summary>An administrator's hold, and the health beside it.</summary>
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
    public void A_held_host_is_excepted_and_what_it_lacks_is_told()
    {
        var judged = ComplianceEvaluator.Evaluate(Case(Applied));
        Assert.Equal(Verdict.Excepted, judged.Verdict);
        Assert.Equal(
            "held by user:anna since 2026-11-21 10:00Z, until 2026-11-21 16:00Z: provider change; it lacks edge revision 9",
            judged.Reason
        );
        Assert.Equal(Verdict.Compliant, ComplianceEvaluator.Health(Case(Applied)).Verdict);
    }

    [Fact]
    public void A_held_host_that_lacks_nothing_says_so() =>
        Assert.EndsWith(
            ": provider change; it lacks nothing",
            ComplianceEvaluator.Evaluate(Case(Applied) with { Pinned = new(Anna, "") }).Reason,
            StringComparison.Ordinal
        );

    [Fact]
    public void A_held_host_that_drifts_is_excepted_and_its_health_says_drifted()
    {
        var given = Case(Applied with { Targets = [Target with { Configured = new(3, null) }] });
        Assert.Contains(
            "; apart from the hold it is Drifted: 1 of 1 targets differ",
            ComplianceEvaluator.Evaluate(given).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(Verdict.Drifted, ComplianceEvaluator.Health(given).Verdict);
    }

    [Fact]
    public void Silence_is_told_beside_the_hold()
    {
        var given = Case(Applied) with { CheckedInAt = Now.AddHours(-1) };
        Assert.Equal(Verdict.Excepted, ComplianceEvaluator.Evaluate(given).Verdict);
        Assert.Equal(Verdict.Stale, ComplianceEvaluator.Health(given).Verdict);
        Assert.Equal(Verdict.NeverSeen, ComplianceEvaluator.Health(given with { CheckedInAt = null }).Verdict);
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
