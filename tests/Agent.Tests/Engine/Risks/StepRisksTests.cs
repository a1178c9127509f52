using System.Net;
using IwTune.Agent.Engine.Risks;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Engine.Risks;

public sealed class StepRisksTests
{
    [Theory]
    [InlineData(10, null)]
    [InlineData(11, RiskLevel.Medium, "more than the standard's 10 segments")]
    [InlineData(45, RiskLevel.Medium, "more than the standard's 10 segments", "more than twice the window in force")]
    [InlineData(46, RiskLevel.Medium, "more than a default peer accepts", "more than twice the window in force")]
    [InlineData(101, RiskLevel.High, "more than 100 segments at once", "more than twice the window in force")]
    [InlineData(2, RiskLevel.Medium, "fewer segments than the standard's minimum")]
    public void A_window_has_the_risks_of_its_size(int initCwnd, RiskLevel? gravest, params string[] what)
    {
        var risks = StepRisks.Of(new Step.Set(Route(StrategyKind.ReportOnly), new Window(initCwnd, null)));
        Assert.Equal(what, risks.Select(risk => risk.What));
        Assert.Equal(gravest, risks.Count == 0 ? null : risks[0].Level);
    }

    [Fact]
    public void A_window_that_goes_down_is_no_burst() =>
        Assert.Empty(
            StepRisks.Of(new Step.Set(Route(StrategyKind.ReportOnly) with { Current = new Window(32, null) }, new Window(16, null)))
        );

    [Theory]
    [InlineData(StrategyKind.InPlace, "0.0.0.0/0", "learned path MTUs are forgotten")]
    [InlineData(StrategyKind.Shadow, "0.0.0.0/0", "needs the agent to follow the owner")]
    [InlineData(StrategyKind.Shadow, "::/0", "lapses without the agent")]
    [InlineData(StrategyKind.Native, "0.0.0.0/0", "the owner's configuration is written")]
    [InlineData(StrategyKind.Bpf, "0.0.0.0/0", "'ip route' does not show it")]
    public void Each_way_of_setting_has_its_own(StrategyKind kind, string destination, string what) =>
        Assert.Equal([what], StepRisks.Of(new Step.Set(Route(kind, destination), new Window(10, null))).Select(risk => risk.What));

    [Fact]
    public void Steps_with_the_same_risks_have_one_list() =>
        Assert.Same(
            StepRisks.Of(new Step.Set(Route(StrategyKind.InPlace), new Window(200, 20))),
            StepRisks.Of(new Step.Set(Route(StrategyKind.InPlace) with { Id = "y" }, new Window(300, 30)))
        );

    [Fact]
    public void The_gravest_comes_first() =>
        Assert.Equal(
            [RiskLevel.High, RiskLevel.Medium, RiskLevel.Low, RiskLevel.Low],
            StepRisks.Of(new Step.Set(Route(StrategyKind.InPlace), new Window(200, 20))).Select(risk => risk.Level)
        );

    [Fact]
    public void To_delete_a_shadow_is_without_risk_and_to_rewrite_a_route_is_not()
    {
        var before = new BeforeImage("x", Window.Unset, default, "boot", default);
        Assert.Empty(StepRisks.Of(new Step.PutBack(Route(StrategyKind.Shadow), before)));
        Assert.Single(StepRisks.Of(new Step.PutBack(Route(StrategyKind.InPlace) with { Current = new Window(200, null) }, before)));
    }

    private static Target Route(StrategyKind kind, string destination = "0.0.0.0/0") =>
        new()
        {
            Id = "x",
            Destination = IPNetwork.Parse(destination),
            Owner = "static",
            Strategy = new Strategy(kind, ""),
            Current = Window.Unset,
            Raw = default,
        };
}
