using IwTune.Agent.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>Interrupted steps: the journal knows which targets changed, and both apply and rollback can continue.</summary>
public sealed class StoppedTests : IDisposable
{
    private static readonly BundleContent Content = Bench.Content(("prefix:10.0.0.0/8", 16, null));
    private readonly Bench _bench = new();

    public StoppedTests()
    {
        for (var i = 0; i < 10; i++)
            _bench.Tuner.Add(Bench.Route($"10.{i}.0.0/16", "eth1", "192.0.2.9", "static"));
    }

    [Fact]
    public async Task An_apply_that_was_stopped_goes_on_and_is_undone_whole()
    {
        var found = _bench.Tuner.ToString();
        {
            var host = _bench.Open();
            await StopAfterAsync(4, host, ct => host.ReconcileAsync(Content, ct).AsTask());
            var changes = Assert.Single(host.Journal.Transactions).Changes;
            Assert.Equal(4, changes.Count(change => change.Written));
            Assert.Equal(6, changes.Count(change => change.Outcome == "Refused"));
            Assert.Equal(4, host.Journal.Managed.Count());
        }
        {
            var host = _bench.Open();
            Assert.Equal(6, (await host.ReconcileAsync(Content, CancellationToken.None)).Outcomes.Count);
            Assert.All(_bench.Tuner.Routes, route => Assert.Equal(16, route.Window.InitCwnd));
            Assert.True((await host.Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
            Assert.Null(host.Journal.LastUndoable);
        }
        Assert.Equal(found, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task A_rollback_that_was_stopped_goes_on()
    {
        var found = _bench.Tuner.ToString();
        var host = _bench.Open();
        await host.ReconcileAsync(Content, CancellationToken.None);
        await StopAfterAsync(3, host, ct => host.Rollbacks.LastAsync(ct).AsTask());
        Assert.Equal(7, _bench.Tuner.Routes.Count(route => route.Window.InitCwnd == 16));
        Assert.NotNull(host.Journal.LastUndoable);
        Assert.True((await host.Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Equal(found, _bench.Tuner.ToString());
        Assert.Empty(host.Journal.Managed);
    }

    [Fact]
    public async Task A_confirmed_change_before_is_not_undone_with_the_next_of_the_same_content()
    {
        var host = _bench.Open();
        await host.ReconcileAsync(Content, CancellationToken.None);
        await host.ReconcileAsync(Bench.Content(("prefix:10.0.0.0/8", 20, null)), CancellationToken.None);
        await host.Rollbacks.LastAsync(CancellationToken.None);
        Assert.All(_bench.Tuner.Routes, route => Assert.Equal(16, route.Window.InitCwnd));
    }

    public void Dispose() => _bench.Dispose();

    private static async Task StopAfterAsync(int steps, Reconciler host, Func<CancellationToken, Task> act)
    {
        using var stop = new CancellationTokenSource();
        StepsTaken? last = null;
        host.Progressed += Stop;
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => act(stop.Token));
        Assert.Equal(new StepsTaken(steps, steps, 10), last);
        host.Progressed -= Stop;

        void Stop(StepsTaken taken)
        {
            last = taken;
            if (taken.Taken == steps)
                stop.Cancel();
        }
    }
}
