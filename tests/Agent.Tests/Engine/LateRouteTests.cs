using IwTune.Agent.Engine.History;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>
/// Routes that appear after their policy, as at every boot: a window set on them is an ordinary change and is undone like any other.
/// </summary>
public sealed class LateRouteTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private static readonly BundleContent Content = Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 20, null));
    private readonly Bench _bench = new();

    [Fact]
    public async Task A_policy_that_matched_nothing_is_undone_when_its_route_has_come()
    {
        var host = _bench.Open();
        await host.ReconcileAsync(Content, None);
        Assert.Null(host.Journal.LastUndoable);
        _bench.WithUsualRoutes();
        var found = _bench.Tuner.ToString();

        var set = await host.ReconcileAsync(Content, None);
        Assert.Equal([HostEventKind.Applied], set.Events.Select(e => e.Kind));
        Assert.Equal(TransactionKind.Apply, host.Journal.Transactions.Last().Kind);

        Assert.True((await host.Rollbacks.LastAsync(None))!.Succeeded);
        Assert.Equal(found, _bench.Tuner.ToString());
        Assert.Equal((null, null), (host.Journal.LastUndoable, host.Journal.Held));
    }

    [Fact]
    public async Task What_changes_something_at_last_is_guarded_by_its_dead_man_timer()
    {
        var host = _bench.Open();
        var content = Content with { ConfirmSeconds = 60 };
        await host.ReconcileAsync(content, None);
        Assert.Null(host.Pending);
        _bench.WithUsualRoutes();
        var found = _bench.Tuner.ToString();
        await host.ReconcileAsync(content, None);
        Assert.NotNull(host.Pending);
        await host.Rollbacks.PendingAsync("it was not confirmed in time", None);
        Assert.Equal(found, _bench.Tuner.ToString());
        Assert.Null(host.Journal.Held);
    }

    [Fact]
    public async Task A_route_that_comes_after_the_others_is_set_and_not_called_repaired()
    {
        _bench.Tuner.Add(Bench.Route("10.0.0.0/8", "eth1", "192.0.2.9", "static"));
        var host = _bench.Open();
        await host.ReconcileAsync(Content, None);
        _bench.Tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp") with { Metric = 100 });
        var late = await host.ReconcileAsync(Content, None);
        Assert.Equal([HostEventKind.Applied], late.Events.Select(e => e.Kind));
        Assert.Null(late.State.Repaired);
        Assert.Empty(host.Journal.Repairs);
        Assert.True(host.Journal.Transactions.Last().Extends);
        Assert.Equal(1, host.Journal.LastUndoable!.Id);

        await host.Rollbacks.LastAsync(None);
        Assert.All(_bench.Tuner.Routes, route => Assert.Equal(Window.Unset, route.Window));
        Assert.Null(host.Journal.LastUndoable);
    }

    [Fact]
    public async Task One_turn_tells_the_repaired_from_the_new()
    {
        _bench.Tuner.Add(Bench.Route("10.0.0.0/8", "eth1", "192.0.2.9", "static"));
        var host = _bench.Open();
        await host.ReconcileAsync(Content, None);
        _bench.Tuner.Change(Bench.Ten, route => route with { Window = new Window(3, null) });
        _bench.Tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp") with { Metric = 100 });
        var turn = await host.ReconcileAsync(Content, None);
        Assert.Equal([HostEventKind.Drifted, HostEventKind.Repaired, HostEventKind.Applied], turn.Events.Select(e => e.Kind));
        Assert.Equal((Bench.Ten, 1), Assert.Single(host.Journal.Repairs) is var one ? (one.Target, one.Count) : default);
        Assert.False(host.Journal.Transactions.Last().Extends);
    }

    [Fact]
    public async Task A_content_that_found_everything_there_is_undone_to_what_was_there_when_it_first_wrote()
    {
        _bench.WithUsualRoutes();
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(16, null) });
        var host = _bench.Open();
        var content = Bench.Content(("default", 16, null));
        await host.ReconcileAsync(content, None);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(9, null) });
        await host.ReconcileAsync(content, None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        await host.Rollbacks.LastAsync(None);
        Assert.Equal(new Window(9, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task After_a_reboot_a_route_goes_back_to_what_its_owner_made_of_it_then()
    {
        _bench.WithUsualRoutes();
        {
            var first = _bench.Open();
            await first.ReconcileAsync(Content, None);
        }
        _bench.Tuner.BootId = "boot-2";
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(30, null) });
        var second = _bench.Open();
        await second.ReconcileAsync(Content, None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        await second.Rollbacks.LastAsync(None);
        Assert.Equal(new Window(30, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task After_a_reboot_what_was_set_before_another_change_comes_back_all_the_same()
    {
        _bench.WithUsualRoutes();
        {
            var first = _bench.Open();
            await first.ReconcileAsync(Bench.Content(("default", 16, null)), None);
            await first.ReconcileAsync(Bench.Content(("default", 24, null)), None);
        }
        _bench.Tuner.BootId = "boot-2";
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(30, null) });
        var second = _bench.Open();
        await second.ReconcileAsync(Bench.Content(("default", 24, null)), None);
        await second.Rollbacks.LastAsync(None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        await second.Rollbacks.LastAsync(None);
        Assert.Equal(new Window(30, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task What_was_new_once_does_not_become_a_repair_when_the_journal_is_compacted()
    {
        _bench.Tuner.Add(Bench.Route("10.0.0.0/8", "eth1", "192.0.2.9", "static"));
        var host = _bench.Open();
        await host.ReconcileAsync(Content, None);
        _bench.Tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp") with { Metric = 100 });
        await host.ReconcileAsync(Content, None);
        await host.Rollbacks.AllAsync(None);
        var read = Journal.Open(_bench.State, _bench.Clock);
        Assert.True(read.Transactions.Single(past => past.Kind == TransactionKind.Repair).Extends);
        Assert.Empty(read.Repairs);
    }

    public void Dispose() => _bench.Dispose();
}
