using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>A host that only observes compares and reports like any other, and never changes anything.</summary>
public sealed class ObservingTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private HostSettings _settings = HostSettings.Default with { Mode = HostMode.Observe, ModeFrom = "group policy" };

    private Window Default => _bench.WindowOf(Bench.Default);

    [Fact]
    public async Task Nothing_is_set_and_the_differences_are_told_with_who_decided()
    {
        var host = Open();
        var turn = await host.ReconcileAsync(Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 20, null)), None);
        Assert.Equal(Window.Unset, Default);
        Assert.Empty(turn.Plan.Steps);
        Assert.Equal(2, turn.Plan.Audited.Count);
        Assert.Equal((BundlePhase.Audited, PolicyMode.Audit, "group policy"), (turn.State.Phase, turn.State.Mode, turn.State.Observing));
        Assert.Equal(ExitCode.Differs, ExitCode.Made(turn));
        Assert.Empty(turn.Events);
    }

    [Fact]
    public async Task What_a_person_overrode_before_is_not_set_either()
    {
        Overrides.Write(_bench.State, [new LocalOverride(Bench.Default, 30, null, "root", _bench.Clock.GetUtcNow(), "")]);
        var host = Open();
        await host.ReconcileAsync(Bench.Content(("default", 16, null)), None);
        await host.OverrideAsync(null, None);
        Assert.Equal(Window.Unset, Default);
    }

    [Fact]
    public async Task Windows_that_were_set_before_stay_are_not_repaired_and_go_back_by_hand()
    {
        var host = Open();
        var content = Bench.Content(("default", 16, null));
        _settings = HostSettings.Default;
        await host.ReconcileAsync(content, None);
        _settings = HostSettings.Default with { Mode = HostMode.Observe, ModeFrom = "agent.yaml" };

        await host.ReconcileAsync(content, None);
        Assert.Equal(new Window(16, null), Default);
        await host.ReconcileAsync(BundleContent.Nothing, None);
        Assert.Equal(new Window(16, null), Default);

        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(3, null) });
        var drifted = await host.ReconcileAsync(content, None);
        Assert.Equal(new Window(3, null), Default);
        Assert.Single(drifted.Plan.Audited);

        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(16, null) });
        Assert.True((await host.Rollbacks.AllAsync(None)).Succeeded);
        Assert.Equal(Window.Unset, Default);
    }

    [Fact]
    public async Task A_revision_that_came_meanwhile_is_tried_with_its_dead_man_timer_when_the_host_enforces_again()
    {
        var reconciler = Open();
        using var host = new HostControl(reconciler, BundleStore.Open(_bench.State.File(BundleStore.Name)), _bench.Clock, AgentLog.Silent);
        var content = Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 };
        await host.Local.ApplyAsync(content, None);
        Assert.Equal((Window.Unset, null, null), (Default, host.Enforcement.Pending, host.Bundles.Content.LastGood));

        _settings = HostSettings.Default;
        await host.Enforcement.ReconcileAsync(None);
        Assert.Equal(new Window(16, null), Default);
        Assert.NotNull(host.Enforcement.Pending);
        _bench.Clock.Advance(TimeSpan.FromMinutes(2));
        await host.Enforcement.TimeOverAsync(None);
        Assert.Equal(Window.Unset, Default);
    }

    [Fact]
    public async Task A_dead_man_timer_that_was_armed_before_puts_back_all_the_same()
    {
        var reconciler = Open();
        using var host = new HostControl(reconciler, BundleStore.Open(_bench.State.File(BundleStore.Name)), _bench.Clock, AgentLog.Silent);
        _settings = HostSettings.Default;
        await host.Local.ApplyAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, None);
        _settings = HostSettings.Default with { Mode = HostMode.Observe, ModeFrom = "group policy" };
        await host.Enforcement.ReconcileAsync(None);
        Assert.NotNull(host.Enforcement.Pending);
        _bench.Clock.Advance(TimeSpan.FromMinutes(2));
        await host.Enforcement.TimeOverAsync(None);
        Assert.Equal(Window.Unset, Default);
        Assert.Null(host.Enforcement.Pending);
    }

    public void Dispose() => _bench.Dispose();

    private Reconciler Open() => _bench.Open(settings: () => _settings);
}
