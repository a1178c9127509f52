using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

public sealed class ReconcilerTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task It_sets_what_the_policy_says_and_nothing_else()
    {
        var reconciler = _bench.Open();

        var turn = await reconciler.ReconcileAsync(
            Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 32, 20)),
            CancellationToken.None
        );

        Assert.Equal(BundlePhase.Applied, turn.State.Phase);
        Assert.Equal(
            """
            default via 192.0.2.1 dev eth0 proto dhcp metric 100 mtu 1400 initcwnd 16
            10.0.0.0/8 via 192.0.2.9 dev eth1 proto static initcwnd 32 initrwnd 20
            192.0.2.0/24 dev eth0 proto kernel
            """,
            _bench.Tuner.ToString()
        );
        Assert.Equal([HostEventKind.Applied], turn.Events.Select(e => e.Kind));
        Assert.Contains(turn.Evidence, e => e is { Method: EvidenceMethod.FreshConnection, InitialCwnd: 16 });
    }

    [Fact]
    public async Task A_second_turn_writes_nothing()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None);

        var second = await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None);

        Assert.Empty(second.Outcomes);
        Assert.Equal(1, _bench.Tuner.Writes);
        Assert.Equal(BundlePhase.Applied, second.State.Phase);
        Assert.Empty(second.Events);
    }

    [Fact]
    public async Task A_target_that_no_scope_wants_any_more_is_put_back()
    {
        var reconciler = _bench.Open();
        var before = _bench.Tuner.ToString();
        await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None);

        await reconciler.ReconcileAsync(BundleContent.Nothing, CancellationToken.None);

        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Empty(reconciler.Journal.Managed);
    }

    [Fact]
    public async Task Drift_is_told_and_repaired()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(40, null) });

        var turn = await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None);

        Assert.Equal([HostEventKind.Drifted, HostEventKind.Repaired], turn.Events.Select(e => e.Kind));
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.NotNull(turn.State.Repaired);
        var quiet = await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None);
        Assert.Equal(turn.State.Repaired, quiet.State.Repaired);
        var other = await reconciler.ReconcileAsync(Bench.Content(("default", 12, null)), CancellationToken.None);
        Assert.Null(other.State.Repaired);
    }

    [Fact]
    public async Task A_failed_step_is_reported_and_the_others_are_taken()
    {
        var reconciler = _bench.Open();
        _bench.Tuner.Fault = step => step.Target.Id == Bench.Ten ? new Outcome.Failed("No buffer space.") : null;

        var turn = await reconciler.ReconcileAsync(
            Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 32, null)),
            CancellationToken.None
        );

        Assert.Equal(BundlePhase.Failed, turn.State.Phase);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.Contains("No buffer space", turn.State.Reason, StringComparison.Ordinal);
    }

    public void Dispose() => _bench.Dispose();
}
