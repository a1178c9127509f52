using IwTune.Agent.Engine.Standing;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Standing;

public sealed class HoldTests : IDisposable
{
    private static readonly BundleContent Wanted = Bench.Content(("default", 16, null));
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    private HoldState ByRoot => new("root", _bench.Clock.GetUtcNow(), null, "switching providers");

    [Fact]
    public async Task A_held_host_is_neither_repaired_nor_changed_and_says_so()
    {
        var host = _bench.Open();
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Holds.Place(_bench.State, ByRoot);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        var writes = _bench.Tuner.Writes;

        var turn = await host.ReconcileAsync(Wanted, CancellationToken.None);
        await host.ReconcileAsync(Bench.Content(("default", 30, null)), CancellationToken.None);

        Assert.Equal(writes, _bench.Tuner.Writes);
        Assert.Equal("root", turn.State.Hold!.By);
        Assert.Equal([HostEventKind.Drifted], turn.Events.Select(happened => happened.Kind));
        Assert.Equal(TargetLeft.Held, turn.State.Targets.Single(target => target.Id == Bench.Default).Left);
        Assert.Equal(Wanted.Policy, host.Journal.Held!.Content!.Policy);
        Assert.Equal(16, host.Journal.Held.Content.Windows[0].InitCwnd);
    }

    [Fact]
    public async Task What_is_released_is_repaired()
    {
        var host = _bench.Open();
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Holds.Place(_bench.State, ByRoot);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Holds.Release(_bench.State);
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_hold_outlives_the_process_and_ends_by_its_own_time()
    {
        Holds.Place(_bench.State, ByRoot with { Until = _bench.Clock.GetUtcNow().AddHours(2) });
        var host = _bench.Open();
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(0, _bench.Tuner.Writes);
        _bench.Clock.Advance(TimeSpan.FromHours(2));
        Assert.Null(host.Hold);
        await host.ReconcileAsync(Wanted, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("ask Ann first\nsecond line", "ask Ann first")]
    [InlineData("bell\u0007 and \u001b[2J", "bell  and  [2J")]
    public void A_file_that_somebody_drops_holds_as_well(string text, string reason)
    {
        File.WriteAllText(_bench.State.File("hold"), text);
        var hold = Holds.Read(_bench.State, _bench.Clock.GetUtcNow());
        Assert.Equal(($"the file {_bench.State.File("hold")}", reason), (hold!.By, hold.Reason));
        Holds.Release(_bench.State);
        Assert.Null(Holds.Read(_bench.State, _bench.Clock.GetUtcNow()));
    }

    [Theory]
    [InlineData("")]
    [InlineData("{}")]
    [InlineData("{\"by\":\"x\"}")]
    [InlineData("nonsense")]
    public void A_hold_that_cannot_be_read_holds(string text)
    {
        File.WriteAllText(_bench.State.File(Holds.Name), text);
        var hold = Holds.Read(_bench.State, _bench.Clock.GetUtcNow());
        Assert.Equal(($"the file {_bench.State.File(Holds.Name)}", "it cannot be read"), (hold!.By, hold.Reason));
    }

    [Fact]
    public async Task A_dead_man_timer_that_runs_puts_back_all_the_same()
    {
        var host = _bench.Open();
        await host.ReconcileAsync(Wanted with { ConfirmSeconds = 60 }, CancellationToken.None);
        File.WriteAllText(_bench.State.File("hold"), "");
        Assert.NotNull(await host.Rollbacks.PendingAsync("it was not confirmed in time", CancellationToken.None));
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    public void Dispose() => _bench.Dispose();
}
