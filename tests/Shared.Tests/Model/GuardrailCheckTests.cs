using IwTune.Shared.Model;

namespace IwTune.Shared.Tests.Model;

/// <summary>Every guardrail: it refuses, it allows values below its limit, and an override lifts it or not.</summary>
public sealed class GuardrailCheckTests
{
    private static readonly PathEvidence Healthy = new()
    {
        Connections = 5_000,
        Judged = 5_000,
        FirstFlightLoss = 0.002,
        SentAgain = 0.01,
        RttP50 = 60_000,
        SizeP50 = 20_000,
        SizeP90 = 200_000,
        RateP10 = 20e6,
        RateP50 = 80e6,
        Concurrency = 1,
        Mss = 1460,
    };

    private static Raise To(int segments, PathEvidence? seen = null) => new(segments) { Evidence = seen ?? Healthy };

    public static TheoryData<string, Raise, Raise> Refusing =>
        new()
        {
            { "monitoring", To(12) with { Blind = "nobody has looked for 11 minutes" }, To(12) },
            {
                "monitoring",
                new Raise(6) { From = 3, Blind = "have not been observed" },
                new Raise(3) { From = 2, Blind = "have not been observed" }
            },
            { "override", To(65) with { Role = PathRole.Own }, To(64) with { Role = PathRole.Own } },
            { "receiver-ceiling", To(45), To(44) },
            {
                "bytes",
                new Raise(3) { From = 2, Mss = 9000 },
                new Raise(2) { From = 1, Mss = 9000 }
            },
            { "first-flight-loss", To(12, Healthy with { FirstFlightLoss = 0.05 }), To(12, Healthy with { FirstFlightLoss = 0.049 }) },
            { "retransmissions", To(12, Healthy with { SentAgain = 0.04 }), To(12, Healthy with { SentAgain = 0.039 }) },
            { "queue", To(12, Healthy with { RateP10 = 1e6, Concurrency = 6 }), To(12, Healthy with { RateP10 = 5e6, Concurrency = 6 }) },
            { "full-path", To(12, Healthy with { RateP50 = 1e6 }), To(12, Healthy with { RateP50 = 5e6 }) },
            { "short-path", To(12, Healthy with { RttP50 = 4_999 }), To(12, Healthy with { RttP50 = 5_000 }) },
            { "small-responses", To(12, Healthy with { SizeP90 = 4_380 }), To(12, Healthy with { SizeP90 = 4_381 }) },
            { "sack", To(12) with { Sack = false }, To(12) with { Sack = true } },
            { "send-buffer", To(12, Healthy with { HeldBySendBuffer = 0.1 }), To(12, Healthy with { HeldBySendBuffer = 0.09 }) },
            { "voice", To(12) with { Voice = true }, To(12) },
            { "policer", To(12) with { Policer = true }, To(12) },
        };

    [Theory]
    [MemberData(nameof(Refusing))]
    public void It_refuses_what_is_beyond_and_says_why(string name, Raise beyond, Raise _)
    {
        var refusal = GuardrailCheck.Refuse(beyond);
        Assert.Equal(name, refusal?.By.Name);
        Assert.Contains(refusal!.By.Rule[..20], refusal.Text, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Refusing))]
    public void It_lets_through_what_is_just_within(string name, Raise beyond, Raise within)
    {
        Assert.NotEqual(beyond, within);
        Assert.DoesNotContain(GuardrailCheck.Of(within), objection => objection.Refuses && objection.By.Name == name);
    }

    [Theory]
    [MemberData(nameof(Refusing))]
    public void A_reason_lifts_all_but_the_watch_over_losses(string name, Raise beyond, Raise _) =>
        Assert.Equal(
            name == "monitoring" ? "monitoring" : null,
            GuardrailCheck.Refuse(beyond with { Override = "both ends are ours" })?.By.Name
        );

    [Fact]
    public void The_ceilings_are_a_thought_without_evidence_and_nothing_with_it()
    {
        Assert.Equal(Guardrail.InternetCeiling, Assert.Single(GuardrailCheck.Of(new Raise(12))).By);
        Assert.Equal(Guardrail.OwnCeiling, Assert.Single(GuardrailCheck.Of(new Raise(40) { Role = PathRole.Own })).By);
        Assert.Empty(GuardrailCheck.Of(To(12)));
        Assert.Contains(
            "Only 500 connections",
            Assert.Single(GuardrailCheck.Of(To(12, Healthy with { Judged = 500, FirstFlightLoss = null }))).Text,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "2.0 % with losses",
            Assert.Single(GuardrailCheck.Of(To(12, Healthy with { FirstFlightLoss = 0.02 }))).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void What_is_measured_does_not_speak_against_a_window_in_force_or_a_smaller_one()
    {
        var bad = Healthy with { FirstFlightLoss = 0.2, SentAgain = 0.2, RttP50 = 100 };
        Assert.Null(
            GuardrailCheck.Refuse(
                new Raise(16)
                {
                    From = 16,
                    Evidence = bad,
                    Blind = "have not been observed",
                }
            )
        );
        Assert.Null(
            GuardrailCheck.Refuse(
                new Raise(4)
                {
                    From = 16,
                    Evidence = bad,
                    Blind = "have not been observed",
                }
            )
        );
    }

    [Fact]
    public void A_few_connections_refuse_nothing() =>
        Assert.Null(GuardrailCheck.Refuse(To(12, Healthy with { Connections = 99, RttP50 = 100 })));

    [Fact]
    public void Every_guardrail_has_a_name_of_its_own_a_rule_and_a_source()
    {
        Assert.Equal(Guardrail.All.Count, Guardrail.All.Select(one => one.Name).Distinct().Count());
        Assert.All(Guardrail.All, one => Assert.True(one.Rule.EndsWith('.') && one.Source.Length > 0));
        Assert.Equal(
            Guardrail.All.Select(one => one.Name).Except(["internet-ceiling", "own-ceiling"]).Order(),
            Refusing.Select(row => row.Data.Item1).Distinct().Order()
        );
    }

    [Theory]
    [InlineData("10.1.0.0/16", PathRole.Own)]
    [InlineData("172.16.0.0/12", PathRole.Own)]
    [InlineData("100.64.0.0/10", PathRole.Own)]
    [InlineData("fd12::/16", PathRole.Own)]
    [InlineData("203.0.113.0/24", PathRole.Internet)]
    [InlineData("8.0.0.0/6", PathRole.Internet)]
    [InlineData("2001:db8::/32", PathRole.Internet)]
    [InlineData("0.0.0.0/0", PathRole.Internet)]
    public void Addresses_tell_who_is_at_the_other_end(string network, PathRole role) =>
        Assert.Equal(role, PathRoles.Of(System.Net.IPNetwork.Parse(network)));
}
