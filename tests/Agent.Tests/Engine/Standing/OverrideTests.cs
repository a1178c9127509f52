using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Standing;

public sealed class OverrideTests : IDisposable
{
    private static readonly BundleContent Wanted = Bench.Content(("default", 16, null));
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task A_policy_does_not_undo_an_override_and_reports_it_beside_what_it_wants()
    {
        var host = _bench.Open();
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Set(Bench.Default, 30);
        await host.OverrideAsync(Wanted, CancellationToken.None);
        var turn = await host.ReconcileAsync(Bench.Content(("default", 12, null)), CancellationToken.None);

        Assert.Equal(new Window(30, null), _bench.WindowOf(Bench.Default));
        var target = turn.State.Targets.Single(target => target.Id == Bench.Default);
        Assert.Equal((TargetLeft.Overridden, new Window(12, null)), (target.Left, target.Wanted));
        Assert.StartsWith("local override by root since 2026-11-21 12:00Z: load test", target.Reason, StringComparison.Ordinal);
        Assert.Empty(host.Journal.Repairs);
    }

    [Fact]
    public async Task What_is_cleared_follows_the_policy_again_or_is_as_it_was()
    {
        var host = _bench.Open();
        var before = _bench.Tuner.ToString();
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Set(Bench.Default, 30);
        Set(Bench.Ten, 4);
        await host.OverrideAsync(Wanted, CancellationToken.None);
        Assert.Equal(new Window(4, null), _bench.WindowOf(Bench.Ten));

        Overrides.Write(_bench.State, []);
        await host.OverrideAsync(Wanted, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Ten));

        await host.Rollbacks.AllAsync(CancellationToken.None);
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task Without_a_policy_only_the_override_is_set_and_put_back()
    {
        var host = _bench.Open();
        var before = _bench.Tuner.ToString();
        Set(Bench.Ten, 4);
        await host.OverrideAsync(null, CancellationToken.None);
        Assert.Equal(new Window(4, null), _bench.WindowOf(Bench.Ten));
        Assert.Equal(1, _bench.Tuner.Writes);

        Overrides.Write(_bench.State, []);
        await host.Rollbacks.OverridesAsync(new HashSet<string> { Bench.Ten }, CancellationToken.None);
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task An_override_for_all_reaches_what_a_policy_wants_and_one_for_a_target_counts_more()
    {
        var host = _bench.Open();
        var content = Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 20, null));
        Set(LocalOverride.All, 5);
        Set(Bench.Ten, 7);
        await host.ReconcileAsync(content, CancellationToken.None);
        Assert.Equal((5, 7), (_bench.WindowOf(Bench.Default).InitCwnd, _bench.WindowOf(Bench.Ten).InitCwnd));
        Assert.Equal(Window.Unset, _bench.Tuner.Routes[2].Window);
    }

    [Fact]
    public async Task It_is_bound_by_the_limits_of_the_host_and_not_by_those_of_the_policy()
    {
        var host = _bench.Open();
        var narrow = Wanted with { Limits = new Limits(20, 2) };
        await host.ReconcileAsync(narrow, CancellationToken.None);
        Set(Bench.Default, 100);
        await host.OverrideAsync(narrow, CancellationToken.None);
        Assert.Equal(new Window(100, null), _bench.WindowOf(Bench.Default));

        File.WriteAllText(_bench.State.Limits, "max: 64");
        Set(Bench.Default, 101);
        var turn = await host.OverrideAsync(narrow, CancellationToken.None);
        Assert.Equal(new Window(100, null), _bench.WindowOf(Bench.Default));
        Assert.Contains("limits.yaml", turn.State.Targets.Single(target => target.Id == Bench.Default).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_is_set_while_a_policy_only_audits()
    {
        var host = _bench.Open();
        Set(Bench.Default, 9);
        await host.ReconcileAsync(
            Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 20, null)) with
            {
                Mode = PolicyMode.Audit,
            },
            CancellationToken.None
        );
        Assert.Equal(new Window(9, null), _bench.WindowOf(Bench.Default));
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Ten));
    }

    [Fact]
    public async Task Overrides_that_cannot_be_read_stop_everything()
    {
        var host = _bench.Open();
        File.WriteAllText(_bench.State.File(Overrides.Name), "[\n{");
        var turn = await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(0, _bench.Tuner.Writes);
        Assert.Contains("overrides.json cannot be read: It is damaged in line 2. Repair it", turn.State.Reason, StringComparison.Ordinal);
        Assert.Throws<StateUnusableException>(() => Overrides.Read(_bench.State));
    }

    public void Dispose() => _bench.Dispose();

    private void Set(string target, int cwnd) =>
        Overrides.Write(
            _bench.State,
            Overrides.Read(_bench.State).With(new LocalOverride(target, cwnd, null, "root", _bench.Clock.GetUtcNow(), "load test"))
        );
}
