using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>Targets whose window exists only while the agent runs.</summary>
public sealed class ShadowedTargetTests : IDisposable
{
    private static readonly BundleContent Sixteen = Bench.Content(("default", 16, null));

    private readonly Bench _bench = new();

    public ShadowedTargetTests() =>
        _bench.Tuner.Add(
            Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp") with
            {
                Metric = 100,
                Window = new Window(7, null),
                Strategy = StrategyKind.Shadow,
            }
        );

    [Fact]
    public async Task Without_an_agent_that_stays_nothing_is_set_and_the_reason_says_what_would_help()
    {
        var reconciler = _bench.Open(followed: false);
        var turn = await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Contains("iwtune run --policy FILE", Assert.Single(turn.Plan.Refusals).Reason, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
        Assert.Empty(reconciler.Journal.Managed);
    }

    [Fact]
    public async Task What_a_stopped_agent_took_away_is_set_again_and_nobody_is_blamed()
    {
        {
            var first = _bench.Open();
            await first.ReconcileAsync(Sixteen, CancellationToken.None);
            await first.Owners.StandDownAsync(CancellationToken.None);
        }
        Assert.Null(_bench.Tuner.Routes[0].Shadow);

        var second = _bench.Open();
        await second.Rollbacks.RecoverAsync(CancellationToken.None);
        var turn = await second.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.Tuner.Routes[0].Shadow);
        Assert.Empty(turn.Events);
        Assert.Null(turn.State.Repaired);
        Assert.Equal([TransactionKind.Apply, TransactionKind.Resume], second.Journal.Transactions.Select(past => past.Kind));
        Assert.Empty((await second.ReconcileAsync(Sixteen, CancellationToken.None)).Events);
    }

    [Fact]
    public async Task What_somebody_takes_away_from_a_running_agent_is_drift()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        _bench.Tuner.Change(Bench.Default, route => route with { Shadow = null });
        var turn = await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Equal([HostEventKind.Drifted, HostEventKind.Repaired], turn.Events.Select(e => e.Kind));
        Assert.NotNull(turn.State.Repaired);
    }

    [Fact]
    public async Task A_route_that_its_owner_took_away_and_brought_back_is_no_drift()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        var route = _bench.Tuner.Routes[0];
        _bench.Tuner.Remove(Bench.Default);
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        _bench.Tuner.Add(route with { Shadow = null });
        Assert.Empty((await reconciler.ReconcileAsync(Sixteen, CancellationToken.None)).Events);
        Assert.Equal(new Window(16, null), _bench.Tuner.Routes[0].Shadow);
    }

    [Fact]
    public async Task A_shadow_that_went_with_its_route_is_no_drift_when_the_route_is_back_at_once()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        _bench.Tuner.Change(Bench.Default, route => route with { Shadow = null });
        _bench.Tuner.Follows = new Following(["the shadow was removed"], null) { LetGo = [Bench.Default] };
        await reconciler.Owners.FollowAsync(CancellationToken.None);
        var turn = await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Empty(turn.Events);
        Assert.Null(turn.State.Repaired);
        Assert.Equal([TransactionKind.Apply, TransactionKind.Resume], reconciler.Journal.Transactions.Select(past => past.Kind));
        Assert.Equal(new Window(16, null), _bench.Tuner.Routes[0].Shadow);
    }

    [Fact]
    public async Task A_limit_of_steps_does_not_keep_a_restarted_agent_from_where_it_was()
    {
        var limited = new Limits(Max: null, StepFactor: 2);
        {
            var first = _bench.Open();
            await first.ReconcileAsync(Bench.Content(("default", 14, null)) with { Limits = limited }, CancellationToken.None);
            await first.ReconcileAsync(Bench.Content(("default", 28, null)) with { Limits = limited }, CancellationToken.None);
            await first.Owners.StandDownAsync(CancellationToken.None);
        }
        var second = _bench.Open();
        await second.ReconcileAsync(Bench.Content(("default", 28, null)) with { Limits = limited }, CancellationToken.None);
        Assert.Equal(new Window(28, null), _bench.Tuner.Routes[0].Shadow);
    }

    [Fact]
    public async Task Rolling_back_one_change_after_another_ends_with_the_owners_own_window()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        reconciler.Timer.Confirm("test");
        await reconciler.ReconcileAsync(Bench.Content(("default", 32, null)), CancellationToken.None);

        Assert.True((await reconciler.Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Equal(new Window(16, null), _bench.Tuner.Routes[0].Shadow);
        Assert.True((await reconciler.Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Null(_bench.Tuner.Routes[0].Shadow);
        Assert.Equal(new Window(7, null), _bench.WindowOf(Bench.Default));
        Assert.Empty(reconciler.Journal.Managed);
    }

    [Fact]
    public async Task Without_the_agent_a_roll_back_leaves_nothing_that_would_need_one()
    {
        {
            var daemon = _bench.Open();
            await daemon.ReconcileAsync(Sixteen, CancellationToken.None);
            await daemon.ReconcileAsync(Bench.Content(("default", 32, null)), CancellationToken.None);
        }
        var verb = _bench.Open(followed: false);
        Assert.True((await verb.Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Null(_bench.Tuner.Routes[0].Shadow);
        Assert.True((await verb.Rollbacks.AllAsync(CancellationToken.None)).Succeeded);
        Assert.Empty(verb.Journal.Managed);
    }

    [Fact]
    public async Task The_before_image_is_the_owners_window_also_when_a_shadow_stands_already()
    {
        _bench.Tuner.Change(Bench.Default, route => route with { Shadow = new Window(16, null) });
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Bench.Content(("default", 32, 20)), CancellationToken.None);
        Assert.Equal(new Window(7, null), Assert.Single(reconciler.Journal.Originals).Window);
    }

    public void Dispose() => _bench.Dispose();
}
