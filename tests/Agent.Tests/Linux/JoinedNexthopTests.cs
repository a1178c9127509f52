using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Linux;

/// <summary>IPv6 adds a second route of one key to the next hops of the first, which has another name then and keeps its window.</summary>
public sealed class JoinedNexthopTests : IDisposable
{
    private const string Sibling = "default via fd98::2 dev v1";

    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("iwtune-joined-");
    private readonly string _before;

    public JoinedNexthopTests()
    {
        _zoo.Host.Ip("-6 route add default via fd99::2 dev v0 initcwnd 5");
        _before = _zoo.Oracle();
        Assert.True(
            Run(async reconciler =>
                await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None)
            )!.Succeeded
        );
    }

    [Fact]
    public void A_rollback_fails_while_the_window_stays_and_works_when_the_other_next_hop_is_gone()
    {
        _zoo.Host.Ip($"-6 route append {Sibling}");
        var refused = Run(reconciler => reconciler.Rollbacks.LastAsync(CancellationToken.None))!;
        Assert.False(refused.Succeeded);
        Assert.Contains("several IPv6 routes that share the load", refused.State.Reason, StringComparison.Ordinal);

        _zoo.Host.Ip($"-6 route del {Sibling}");
        Assert.True(Run(reconciler => reconciler.Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Equal(_before, _zoo.Oracle());
    }

    [Fact]
    public void Several_next_hops_that_another_program_wrote_without_our_window_are_not_ours()
    {
        _zoo.Host.Ip("-6 route replace default nexthop via fd99::2 dev v0 nexthop via fd98::2 dev v1");
        var now = _zoo.Oracle();
        var undone = Run(reconciler => reconciler.Rollbacks.LastAsync(CancellationToken.None))!;
        Assert.Equal((true, 0), (undone.Succeeded, undone.Outcomes.Count));
        Assert.Equal(now, _zoo.Oracle());
    }

    public void Dispose()
    {
        _zoo.Dispose();
        _folder.Delete(recursive: true);
    }

    /// <summary>A new process over the same journal.</summary>
    private Reconciliation? Run(Func<Reconciler, ValueTask<Reconciliation?>> act) =>
        _zoo.Host.Run(() =>
            act(
                    Reconciler.Open(
                        StateDirectory.Open(_folder.FullName),
                        _zoo.Tuner,
                        new SimulatedProbe(TimeProvider.System),
                        TimeProvider.System,
                        AgentLog.Silent
                    )
                )
                .AsTask()
                .Result
        );
}
