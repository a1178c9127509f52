using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
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

    [Fact]
    public async Task While_the_host_is_held_nothing_is_taken_and_what_would_be_is_said()
    {
        _tuner.Add(Default);
        _rules = _rules with { Hold = new HoldState("root", default, null, "maintenance") };
        var plan = await PlanAsync(("default", 16, null));
        Assert.Empty(plan.Steps);
        Assert.Equal(Default.Id, Assert.Single(plan.Withheld).Target.Id);
        Assert.Equal("root", plan.Hold!.By);
        Assert.True(plan.Differs);
        Assert.False(plan.Unsupported);
    }

    [Fact]
    public async Task A_host_that_observes_takes_nothing_also_not_what_a_person_set()
    {
        _tuner.Add(Default).Add(Other);
        _rules = _rules with { Observing = "group policy", Overrides = [Given(Other.Id, 30)] };
        var plan = await PlanAsync(("default", 16, null));
        Assert.Empty(plan.Steps);
        Assert.Equal([Default.Id, Other.Id], plan.Audited.Select(step => step.Target.Id));
        Assert.True(plan.OnlyCompares);
        Assert.Equal("group policy", plan.Observing);
    }

    [Fact]
    public async Task What_a_person_set_is_taken_while_the_policy_only_audits()
    {
        _tuner.Add(Default).Add(Other);
        _rules = _rules with { Overrides = [Given(Other.Id, 30)] };
        var plan = await PlanAsync(Bench.Content(("default", 16, null)) with { Mode = PolicyMode.Audit });
        Assert.Equal(Other.Id, Assert.Single(plan.Steps).Target.Id);
        Assert.Equal(Default.Id, Assert.Single(plan.Audited).Target.Id);
    }

    [Fact]
    public async Task What_is_not_wanted_any_more_goes_back_before_anything_is_set_and_the_last_first()
    {
        _tuner.Add(Default).Add(Other).Add(Third);
        var plan = await PlanAsync(Bench.Content(("default", 16, null)), Other.Id, Third.Id);
        Assert.Equal([Third.Id, Other.Id, Default.Id], plan.Steps.Select(step => step.Target.Id));
        Assert.Equal([typeof(Step.PutBack), typeof(Step.PutBack), typeof(Step.Set)], plan.Steps.Select(step => step.GetType()));
    }

    [Fact]
    public async Task Where_only_overrides_are_set_everything_else_stays()
    {
        _tuner.Add(Default).Add(Other);
        var observed = await ReadAsync(Default.Id);
        _rules = _rules with { Overrides = [Given(Other.Id, 30)] };
        var plan = Planner.Plan(new Resolution(BundleContent.Nothing, [], []) { LeavesOthers = true }, observed, _rules);
        Assert.Equal(Other.Id, Assert.Single(plan.Steps).Target.Id);
    }

    [Fact]
    public async Task A_window_that_is_there_is_no_step_unless_what_gives_it_changes()
    {
        _tuner.Add(Default with { Window = new Window(16, null) });
        var observed = await ReadAsync();
        var there = Resolver.Resolve(Bench.Content(("default", 16, null)), observed);
        Assert.Empty(Planner.Plan(there, observed, _rules).Steps);
        var moved = there with { Wants = [.. there.Wants.Select(want => want with { Moves = true })] };
        Assert.Single(Planner.Plan(moved, observed, _rules).Steps);
    }

    [Fact]
    public async Task Only_a_host_on_which_nothing_at_all_could_be_set_is_unsupported()
    {
        _tuner.Add(Default).Add(Other);
        _rules = _rules with { Capabilities = new Capabilities(InitRwnd: false, Prefixes: true, Interfaces: true, Tables: true) };
        Assert.True((await PlanAsync(("default", 16, 20))).Unsupported);
        Assert.False((await PlanAsync(("default", 16, 20), ("prefix:10.0.0.0/8", 16, null))).Unsupported);
        Assert.True((await PlanAsync(("interface:eth9", 16, null))).Unsupported);
        Assert.False((await PlanAsync()).Unsupported);
        _rules = _rules with { Capabilities = new Capabilities(true, true, true, true), Veto = "limits.yaml is not valid." };
        Assert.False((await PlanAsync(("default", 16, null))).Unsupported);
    }

    private static SimulatedRoute Default => Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp");

    private static SimulatedRoute Other => Bench.Route("10.0.0.0/8", "eth1", "192.0.2.9", "static");

    private static SimulatedRoute Third => Bench.Route("172.16.0.0/12", "eth1", "192.0.2.9", "static");

    private static LocalOverride Given(string target, int cwnd) => new(target, cwnd, null, "root", default, "");

    private Task<Plan> PlanAsync(params (string, int?, int?)[] windows) => PlanAsync(Bench.Content(windows));

    private Task<Plan> PlanAsync(Limits limits, params (string, int?, int?)[] windows) =>
        PlanAsync(Bench.Content(windows) with { Limits = limits });

    private async Task<Plan> PlanAsync(BundleContent content, params string[] ours)
    {
        var observed = await ReadAsync(ours);
        return Planner.Plan(Resolver.Resolve(content, observed), observed, _rules);
    }

    private async Task<HostSnapshot> ReadAsync(params string[] ours)
    {
        var read = await _tuner.ReadAsync(CancellationToken.None);
        return read with
        {
            Targets =
            [
                .. read.Targets.Select(target =>
                    ours.Contains(target.Id, StringComparer.Ordinal)
                        ? target with
                        {
                            Original = new BeforeImage(target.Id, Window.Unset, target.Raw, read.BootId, read.At),
                        }
                        : target
                ),
            ],
        };
    }
}
