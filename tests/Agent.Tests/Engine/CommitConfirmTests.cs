using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

public sealed class CommitConfirmTests : IDisposable
{
    private static readonly BundleContent Sixteen = Bench.Content(("default", 16, null)) with { ConfirmSeconds = 120 };
    private static readonly BundleContent Twenty = Bench.Content(("default", 20, null)) with { ConfirmSeconds = 120 };

    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task The_timer_is_armed_on_disk_before_the_first_step()
    {
        var armed = false;
        _bench.Tuner.Fault = _ =>
        {
            armed = CommitConfirm.PendingIn(_bench.State, _bench.Clock) is { Verified: false };
            return null;
        };
        var reconciler = _bench.Open();
        var turn = await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.True(armed);
        Assert.Equal(BundlePhase.AwaitingConfirm, turn.State.Phase);
        Assert.Equal(TimeSpan.FromMinutes(2), reconciler.Timer.Left);
    }

    [Fact]
    public async Task A_timer_that_cannot_be_written_stops_every_step()
    {
        var reconciler = _bench.Open();
        Directory.CreateDirectory(_bench.State.Pending);
        var turn = await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Contains(
            "dead-man timer",
            Assert.IsType<Outcome.Refused>(Assert.Single(turn.Outcomes).Outcome).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task Read_back_and_the_servers_voice_confirm()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Equal(HostEventKind.Confirmed, reconciler.Timer.ServerReached()!.Kind);
        Assert.Null(reconciler.Pending);
        Assert.Null(await reconciler.Rollbacks.RecoverAsync(CancellationToken.None));
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task The_servers_voice_alone_does_not_confirm()
    {
        HostEvent? confirmed = null;
        Reconciler? reconciler = null;
        _bench.Tuner.Fault = _ =>
        {
            confirmed = reconciler!.Timer.ServerReached(); // a check-in that was under way during that time
            return null;
        };
        reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Null(confirmed);
    }

    [Fact]
    public async Task When_the_time_is_over_the_host_is_what_it_was()
    {
        var before = _bench.Tuner.ToString();
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        _bench.Clock.Advance(TimeSpan.FromSeconds(119));
        Assert.Equal(TimeSpan.FromSeconds(1), reconciler.Timer.Left);
        _bench.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(TimeSpan.Zero, reconciler.Timer.Left);

        var undone = await reconciler.Rollbacks.PendingAsync("it was not confirmed in time", CancellationToken.None);
        Assert.Equal(BundlePhase.PutBack, undone!.State.Phase);
        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Null(reconciler.Pending);
    }

    [Fact]
    public async Task A_rollback_by_hand_before_the_confirmation_has_its_own_name_in_the_history()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.True((await reconciler.Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Equal([TransactionKind.Apply, TransactionKind.Rollback], reconciler.Journal.Transactions.Select(past => past.Kind));

        await reconciler.ReconcileAsync(Twenty, CancellationToken.None);
        await reconciler.Rollbacks.PendingAsync("it was not confirmed in time", CancellationToken.None);
        Assert.Equal(TransactionKind.PutBack, reconciler.Journal.Transactions.Last().Kind);
    }

    [Fact]
    public async Task A_process_that_died_is_cleaned_up_after_by_the_next()
    {
        var before = _bench.Tuner.ToString();
        {
            var first = _bench.Open();
            await first.ReconcileAsync(Sixteen, CancellationToken.None);
        }
        var second = _bench.Open();
        Assert.Equal(HostEventKind.PutBack, Assert.Single((await second.Rollbacks.RecoverAsync(CancellationToken.None))!.Events).Kind);
        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Null(CommitConfirm.PendingIn(_bench.State, _bench.Clock));
    }

    [Fact]
    public async Task Dying_between_before_image_and_step_or_between_two_steps_is_put_back_too()
    {
        var before = _bench.Tuner.ToString();
        var both = Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 32, null)) with { ConfirmSeconds = 120 };
        foreach (var survives in (int[])[0, 1])
        {
            var taken = 0;
            _bench.Tuner.Fault = _ => taken++ < survives ? null : throw new InvalidOperationException("the process dies here");
            {
                var first = _bench.Open();
                await Assert.ThrowsAsync<InvalidOperationException>(async () => await first.ReconcileAsync(both, CancellationToken.None));
            }
            _bench.Tuner.Fault = _ => null;
            var second = _bench.Open();
            Assert.Equal(BundlePhase.PutBack, (await second.Rollbacks.RecoverAsync(CancellationToken.None))!.State.Phase);
            Assert.Equal(before, _bench.Tuner.ToString());
        }
    }

    [Fact]
    public async Task A_publication_during_an_unfinished_confirm_settles_it_first()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        var turn = await reconciler.ReconcileAsync(Twenty, CancellationToken.None);
        Assert.Equal([HostEventKind.PutBack, HostEventKind.Applied], turn.Events.Select(e => e.Kind));
        Assert.Equal(new Window(20, null), _bench.WindowOf(Bench.Default));
        Assert.Equal(BundleDigest.Of(Twenty), reconciler.Pending!.Digest);

        await reconciler.Rollbacks.PendingAsync("time", CancellationToken.None);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_publication_after_the_confirm_goes_back_to_the_confirmed_one()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        reconciler.Timer.ServerReached();
        await reconciler.ReconcileAsync(Twenty, CancellationToken.None);
        await reconciler.Rollbacks.PendingAsync("time", CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.Equal(BundleDigest.Of(Sixteen), reconciler.Journal.Held!.Digest);
    }

    [Fact]
    public async Task Drift_while_it_waits_is_repaired_without_a_new_timer()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        _bench.Clock.Advance(TimeSpan.FromSeconds(60));
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(50, null) });
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.Equal(TimeSpan.FromSeconds(60), reconciler.Timer.Left);
        await reconciler.Rollbacks.PendingAsync("time", CancellationToken.None);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_clock_that_is_set_back_does_not_delay_the_end()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        _bench.Clock.Advance(TimeSpan.FromSeconds(60));
        _bench.Clock.Jump(-TimeSpan.FromHours(1));
        Assert.Equal(TimeSpan.FromSeconds(60), reconciler.Timer.Left);
        _bench.Clock.Advance(TimeSpan.FromSeconds(60));
        Assert.Equal(TimeSpan.Zero, reconciler.Timer.Left);
    }

    [Fact]
    public async Task A_failed_step_puts_everything_back_at_once()
    {
        var before = _bench.Tuner.ToString();
        _bench.Tuner.Fault = step => step is Step.Set && step.Target.Id == Bench.Ten ? new Outcome.Failed("No buffer space.") : null;
        var reconciler = _bench.Open();
        var both = Bench.Content(("default", 16, null), ("prefix:10.0.0.0/8", 32, null)) with { ConfirmSeconds = 120 };
        var turn = await reconciler.ReconcileAsync(both, CancellationToken.None);
        Assert.Equal(BundlePhase.Failed, turn.State.Phase);
        Assert.Equal([HostEventKind.ApplyFailed, HostEventKind.PutBack], turn.Events.Select(e => e.Kind));
        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Null(reconciler.Pending);
    }

    [Fact]
    public async Task Content_that_is_held_already_arms_nothing()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        reconciler.Timer.Confirm("by hand");
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        var turn = await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        Assert.Null(turn.Pending);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_full_disk_does_not_keep_the_timer_from_putting_back()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        var journal = File.ReadAllBytes(_bench.State.Journal);
        File.Delete(_bench.State.Journal);
        Directory.CreateDirectory(_bench.State.Journal); // nothing can be written there from now on
        Assert.Equal(BundlePhase.PutBack, (await reconciler.Rollbacks.PendingAsync("time", CancellationToken.None))!.State.Phase);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));

        Directory.Delete(_bench.State.Journal);
        File.WriteAllBytes(_bench.State.Journal, journal);
        var next = _bench.Open();
        await next.ReconcileAsync(BundleContent.Nothing, CancellationToken.None);
        Assert.Empty(next.Journal.Managed);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(-1, -1)]
    [InlineData(1, 0)]
    public async Task It_is_due_when_it_ends_also_after_the_clock_was_set(int days, int moved)
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        var deadline = reconciler.Pending!.Deadline;
        _bench.Clock.Jump(TimeSpan.FromDays(days));
        Assert.Equal(deadline + TimeSpan.FromDays(moved), reconciler.Timer.Due);
        if (days <= 0)
            Assert.Equal(reconciler.Timer.Left, reconciler.Timer.Due - _bench.Clock.GetUtcNow());
    }

    [Fact]
    public async Task What_cannot_be_put_back_stays_armed()
    {
        var reconciler = _bench.Open();
        await reconciler.ReconcileAsync(Sixteen, CancellationToken.None);
        _bench.Tuner.Fault = _ => new Outcome.Failed("No buffer space.");
        Assert.Equal(BundlePhase.Failed, (await reconciler.Rollbacks.PendingAsync("time", CancellationToken.None))!.State.Phase);
        Assert.NotNull(reconciler.Pending);
        _bench.Tuner.Fault = _ => null;
        Assert.Equal(BundlePhase.PutBack, (await reconciler.Rollbacks.PendingAsync("time", CancellationToken.None))!.State.Phase);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    public void Dispose() => _bench.Dispose();
}
