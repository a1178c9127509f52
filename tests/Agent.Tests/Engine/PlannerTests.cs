using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

public sealed class PlannerTests
{
    private readonly SimulatedTuner _tuner = new(new TestClock());
    private HostRules _rules;

    public PlannerTests() => _rules = new HostRules(Limits.None, _tuner.Capabilities);

    [Fact]
    public async Task A_report_only_route_is_refused_with_its_owners_reason()
    {
        _tuner.Add(Default with { Strategy = StrategyKind.ReportOnly });
        var refusal = Assert.Single((await PlanAsync(("default", 16, null))).Refusals);
        Assert.Contains("owns this route", refusal.Reason, StringComparison.Ordinal);
        Assert.False(refusal.Unsupported);
    }

    [Fact]
    public async Task A_report_only_route_that_has_the_window_by_itself_is_fine()
    {
        _tuner.Add(Default with { Strategy = StrategyKind.ReportOnly, Window = new Window(16, null) });
        var plan = await PlanAsync(("default", 16, null));
        Assert.False(plan.Differs);
        Assert.Single(plan.AlreadyThere);
    }

    [Theory]
    [InlineData(64, 32, "policy's own limits.max")]
    [InlineData(32, 64, "max in this host's limits.yaml")]
    public async Task The_narrower_limit_refuses_and_is_named(int hostMax, int policyMax, string named)
    {
        _tuner.Add(Default);
        _rules = _rules with { Limits = new Limits(hostMax, null) };
        var refusal = Assert.Single((await PlanAsync(new Limits(policyMax, null), ("default", 33, null))).Refusals);
        Assert.Contains(named, refusal.Reason, StringComparison.Ordinal);
        Assert.Single((await PlanAsync(new Limits(policyMax, null), ("default", 32, null))).Steps);
    }

    [Theory]
    [InlineData(null, 20, true)]
    [InlineData(null, 21, false)]
    [InlineData(4, 8, true)]
    [InlineData(4, 9, false)]
    [InlineData(100, 3, true)]
    public async Task A_step_factor_counts_from_the_window_in_force(int? now, int wanted, bool taken)
    {
        _tuner.Add(Default with { Window = new Window(now, null) });
        var plan = await PlanAsync(new Limits(null, 2), ("default", wanted, null));
        Assert.Equal(taken ? 1 : 0, plan.Steps.Count);
        Assert.Equal(taken ? 0 : 1, plan.Refusals.Count);
    }

    [Fact]
    public async Task A_limits_file_that_cannot_be_read_stops_everything()
    {
        _tuner.Add(Default);
        _rules = _rules with { Veto = "limits.yaml is not valid." };
        var plan = await PlanAsync(("default", 16, null));
        Assert.Empty(plan.Steps);
        Assert.Equal("limits.yaml is not valid.", Assert.Single(plan.Refusals).Reason);
    }

    [Fact]
    public async Task What_the_host_cannot_express_is_unsupported()
    {
        _tuner.Add(Default);
        _rules = _rules with { Capabilities = new Capabilities(InitRwnd: false, Prefixes: true, Interfaces: true, Tables: true) };
        Assert.True(Assert.Single((await PlanAsync(("default", 16, 20))).Refusals).Unsupported);
        _rules = _rules with { Capabilities = new Capabilities(true, true, true, true, Unsupported: "This Windows is too old.") };
        Assert.Equal("This Windows is too old.", Assert.Single((await PlanAsync(("default", 16, null))).Refusals).Reason);
    }

    [Fact]
    public async Task Audit_shows_the_same_differences_and_takes_none()
    {
        _tuner.Add(Default);
        var content = Bench.Content(("default", 16, null));
        var enforced = await PlanAsync(content);
        var audited = await PlanAsync(content with { Mode = PolicyMode.Audit });
        Assert.Empty(audited.Steps);
        Assert.Equal(enforced.Steps.Select(step => step.Target.Id), audited.Audited.Select(step => step.Target.Id));
        Assert.True(audited.Differs);
    }

    private static SimulatedRoute Default => Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp");

    private Task<Plan> PlanAsync(params (string, int?, int?)[] windows) => PlanAsync(Bench.Content(windows));

    private Task<Plan> PlanAsync(Limits limits, params (string, int?, int?)[] windows) => PlanAsync(Bench.Content(windows) with { Limits = limits });

    private async Task<Plan> PlanAsync(BundleContent content)
    {
        var observed = await _tuner.ReadAsync(CancellationToken.None);
        return Planner.Plan(Resolver.Resolve(content, observed), observed, _rules);
    }
}
