using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Engine.Turns;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Since Linux 6.2 an interface can be renamed while it is up, and its routes stay as they are.</summary>
public sealed class RenamedInterfaceTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("iwtune-renamed-");
    private readonly string _before;

    public RenamedInterfaceTests()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 dev v0 mtu lock 1400");
        _before = _zoo.Oracle();
    }

    [Fact]
    public void What_was_set_before_is_put_back_under_the_new_name()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16)));
        Assert.Contains("initcwnd 16", _zoo.Host.Ip("route show default dev wan0"), StringComparison.Ordinal);

        _zoo.Host.Run(() => RunAll(reconciler => reconciler.Rollbacks.AllAsync(CancellationToken.None).AsTask()));
        _zoo.Host.Ip("link set wan0 name v0");
        Assert.Equal(_before, _zoo.Oracle());
    }

    [Fact]
    public void Applied_again_under_the_new_name_our_window_does_not_pass_for_the_owners()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16)));
        _zoo.Host.Run(() => ApplyAndClose(20));
        Assert.Contains("initcwnd 20", _zoo.Host.Ip("route show default dev wan0"), StringComparison.Ordinal);

        _zoo.Host.Run(() => RunAll(reconciler => reconciler.Rollbacks.AllAsync(CancellationToken.None).AsTask()));
        _zoo.Host.Ip("link set wan0 name v0");
        Assert.Equal(_before, _zoo.Oracle());
    }

    [Fact]
    public void The_last_change_is_undone_under_the_new_name()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16)));
        MustRestoreOne(rollbacks => rollbacks.LastAsync(CancellationToken.None));
    }

    [Fact]
    public void One_change_by_its_id_is_undone_under_the_new_name()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16)));
        MustRestoreOne(async rollbacks => (await rollbacks.OneAsync(1, andLater: false, CancellationToken.None)).Turn);
    }

    [Fact]
    public void A_later_policy_for_the_renamed_interface_is_in_the_way_of_an_earlier_change()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16)));
        _zoo.Host.Run(() => RunAll(reconciler => reconciler.ReconcileAsync(Later, CancellationToken.None).AsTask()));
        _zoo.Host.Ip("link set wan0 name wan1");
        var refused = _zoo.Host.Run(() => Open().Rollbacks.OneAsync(1, andLater: false, CancellationToken.None).AsTask().Result);
        Assert.True(refused.Refused, refused.Text);
        Assert.Contains("dev wan1", refused.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_person_set_on_purpose_stays_under_the_new_name()
    {
        var content = Bench.Content(("default", 16, null));
        Rename(
            _zoo.Host.Run(() =>
                RunAll(reconciler =>
                {
                    var asked = new LocalOverride("ipv4 main default via 10.99.0.2 dev v0", 20, null, "anna", DateTimeOffset.UtcNow, "");
                    Overrides.Write(reconciler.State, [asked]);
                    return reconciler.ReconcileAsync(content, CancellationToken.None).AsTask();
                }).Succeeded
            )
        );
        _zoo.Host.Run(() => RunAll(reconciler => reconciler.ReconcileAsync(content, CancellationToken.None).AsTask()));
        Assert.Contains("initcwnd 20", _zoo.Host.Ip("route show default dev wan0"), StringComparison.Ordinal);
    }

    [Fact]
    public void Two_interfaces_that_swap_their_names_do_not_swap_what_is_restored()
    {
        Assert.True(_zoo.Host.Run(() => ApplyAndClose(16)));
        _zoo.Host.Ip("route append default via 10.99.0.2 dev v1 onlink initcwnd 7");
        SwapNames();
        Assert.True(_zoo.Host.Run(() => Open().Rollbacks.LastAsync(CancellationToken.None).AsTask().Result)!.Succeeded);
        SwapNames();
        _zoo.Host.Ip("route del default dev v1");
        Assert.Equal(_before, _zoo.Oracle());
    }

    [Fact]
    public void What_the_host_decided_stays_under_the_new_name()
    {
        const string decided = """
            [{"scope":"default","word":"auto","last":"","state":
                {"value":14,"changed":"2026-11-01T00:00:00Z","supported":"2026-11-01T00:00:00Z","connections":0,"losses":0}}]
            """;
        File.WriteAllText(Path.Combine(_folder.FullName, Decisions.Name), decided);
        Rename(_zoo.Host.Run(() => RunAll(reconciler => reconciler.ReconcileAsync(Auto, CancellationToken.None).AsTask()).Succeeded));
        Assert.Contains("initcwnd 14", _zoo.Host.Ip("route show default dev wan0"), StringComparison.Ordinal);
        var again = _zoo.Host.Run(() => RunAll(reconciler => reconciler.ReconcileAsync(Auto, CancellationToken.None).AsTask()));
        Assert.Empty(again.Outcomes);
        Assert.Equal(14, Assert.Single(again.State.Decided!).Value);
    }

    /// <remarks>A new name for each route alone, by a search through all routes and a new journal file, took minutes.</remarks>
    [Fact]
    public void Thousands_of_routes_follow_their_interface_in_seconds()
    {
        const int routes = 3000;
        _zoo.Host.IpBatch([.. Enumerable.Range(0, routes).Select(at => $"route add 10.{at / 200}.{at % 200}.0/24 via 10.99.0.2 dev v0")]);
        var before = _zoo.Oracle();
        var content = Bench.Content(("prefix:10.0.0.0/8", 16, null));
        Rename(_zoo.Host.Run(() => RunAll(reconciler => reconciler.ReconcileAsync(content, CancellationToken.None).AsTask()).Succeeded));
        var began = TimeProvider.System.GetTimestamp();
        var undone = _zoo.Host.Run(() => Open().Rollbacks.LastAsync(CancellationToken.None).AsTask().Result);
        Assert.InRange(TimeProvider.System.GetElapsedTime(began), TimeSpan.Zero, TimeSpan.FromSeconds(30));
        Assert.Equal(routes + 2, undone!.Outcomes.Count); // and the routes of both links
        _zoo.Host.Ip("link set wan0 name v0");
        Assert.Equal(before, _zoo.Oracle());
    }

    [Fact]
    public void The_dead_man_timer_restores_under_the_new_name()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16, confirmSeconds: 60)));
        MustRestoreOne(rollbacks => rollbacks.PendingAsync("it was not confirmed in time", CancellationToken.None));
    }

    public void Dispose()
    {
        _zoo.Dispose();
        _folder.Delete(recursive: true);
    }

    private void Rename(bool applied)
    {
        Assert.True(applied);
        _zoo.Host.Ip("link set v0 name wan0");
    }

    /// <summary>It finds what it requires, so the history has no change by it.</summary>
    private static BundleContent Later => Bench.Content(("default", 16, null)) with { Policy = "later" };

    private void SwapNames()
    {
        _zoo.Host.Ip("link set v0 name v2");
        _zoo.Host.Ip("link set v1 name v0");
        _zoo.Host.Ip("link set v2 name v1");
    }

    private static BundleContent Auto =>
        Bench.Content(("default", 10, null)) with
        {
            Windows = [new BundleWindow("default", null, null) { Steering = new("auto", 4, 24, 500, 7200, null) }],
        };

    private void MustRestoreOne(Func<Rollbacks, ValueTask<Reconciliation?>> undo)
    {
        var undone = _zoo.Host.Run(() => undo(Open().Rollbacks).AsTask().Result);
        Assert.Equal(new Outcome.Applied(), Assert.Single(undone!.Outcomes).Outcome);
        _zoo.Host.Ip("link set wan0 name v0");
        Assert.Equal(_before, _zoo.Oracle());
    }

    private bool ApplyAndClose(int initCwnd, int? confirmSeconds = null) =>
        RunAll(async reconciler =>
            await reconciler.ReconcileAsync(
                Bench.Content(("default", initCwnd, null)) with
                {
                    ConfirmSeconds = confirmSeconds,
                },
                CancellationToken.None
            )
        ).Succeeded;

    private Reconciliation RunAll(Func<Reconciler, Task<Reconciliation>> act) => act(Open()).GetAwaiter().GetResult();

    /// <summary>A new process over the same journal.</summary>
    private Reconciler Open() =>
        Reconciler.Open(
            StateDirectory.Open(_folder.FullName),
            _zoo.Tuner,
            new SimulatedProbe(TimeProvider.System),
            TimeProvider.System,
            AgentLog.Silent
        );
}
