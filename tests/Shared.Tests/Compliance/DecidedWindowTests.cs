using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;
using static IwTune.Shared.Tests.Compliance.EvaluatedHost;

namespace IwTune.Shared.Tests.Compliance;

/// <summary>Windows that a host decides itself are judged by the bounds of its policy.</summary>
public sealed class DecidedWindowTests
{
    [Theory]
    [InlineData(8, Verdict.Compliant)]
    [InlineData(4, Verdict.Compliant)]
    [InlineData(16, Verdict.Compliant)]
    [InlineData(18, Verdict.Drifted)]
    [InlineData(3, Verdict.Drifted)]
    public void What_a_host_decides_itself_is_held_against_the_bounds_of_its_policy(int decided, Verdict verdict) =>
        Assert.Equal(verdict, ComplianceEvaluator.Evaluate(Decided(decided)).Verdict);

    [Fact]
    public void A_window_beyond_the_bounds_is_told_with_them() =>
        Expect(
            Verdict.Drifted,
            "ipv4 main default via 192.0.2.1 dev eth0: the host decided initcwnd 18, but its policy allows 5 to 16 there",
            Decided(18)
        );

    [Fact]
    public void Where_the_owner_of_the_host_allows_less_the_host_may_decide_less()
    {
        var given = Decided(2);
        var narrowed = given.State! with
        {
            Decided =
            [
                new DecidedScope
                {
                    Scope = "default",
                    Word = "auto",
                    Value = 2,
                    Min = 2,
                    Max = 2,
                    Changed = Now,
                },
            ],
        };
        Assert.Equal(Verdict.Compliant, ComplianceEvaluator.Evaluate(given with { State = narrowed }).Verdict);
    }
}
