using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

public sealed class EnforcementTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Signed _server = new();

    [Fact]
    public async Task A_bundle_without_a_timer_is_applied_and_becomes_the_last_good_one()
    {
        using var host = Start();

        Assert.True(await OfferAsync(host, 1, 16));

        Assert.Equal(Window(16), Default);
        Assert.Equal(1, host.Bundles.Content.LastGood!.Held.Sequence);
        Assert.Null(host.Bundles.Content.Candidate);
        Assert.Equal(BundlePhase.Applied, host.Reports.Latest!.State.Phase);
        Assert.Equal(1, host.Reports.Latest.State.Held!.Sequence);
    }

    [Fact]
    public async Task A_bundle_with_a_timer_waits_for_the_server()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16, confirm: 60);
        Assert.Equal(BundlePhase.AwaitingConfirm, host.Reports.Latest!.State.Phase);
        var waiting = host.Intake.WaitsForServer;
        Assert.NotNull(waiting);

        await host.Intake.ReachedAsync(waiting.Value + 1, None);
        Assert.NotNull(host.Enforcement.Pending);
        await host.Intake.ReachedAsync(waiting.Value, None);

        Assert.Null(host.Enforcement.Pending);
        Assert.Equal(BundlePhase.Applied, host.Reports.Latest.State.Phase);
        Assert.Equal(1, host.Bundles.Content.LastGood!.Held.Sequence);
    }

    [Fact]
    public async Task A_bundle_that_changes_something_only_when_a_route_comes_is_guarded_by_its_timer_then()
    {
        var route = _bench.Tuner.Routes.Single(one => one.Id == Bench.Default);
        _bench.Tuner.Remove(Bench.Default);
        using var host = Start();
        await OfferAsync(host, 1, 16, confirm: 60);
        Assert.Null(host.Enforcement.Pending);
        Assert.NotNull(host.Bundles.Content.LastGood);

        _bench.Tuner.Add(route);
        var moved = host.Enforcement.TimerMoved.WaitAsync(None);
        await host.Enforcement.ReconcileAsync(None);
        Assert.Equal(Window(16), Default);
        Assert.NotNull(host.Enforcement.Pending);
        await moved.WaitAsync(Until.Limit); // the timer runs from here on
        _bench.Clock.Advance(TimeSpan.FromSeconds(60));
        await host.Enforcement.TimeOverAsync(None);
        Assert.Equal(Shared.Policies.Window.Unset, Default);
        Assert.Null(host.Bundles.Content.LastGood);
    }

    [Fact]
    public async Task An_unconfirmed_bundle_goes_back_to_the_last_good_one_and_stays_rejected()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        await OfferAsync(host, 2, 30, confirm: 60);
        Assert.Equal(Window(30), Default);

        _bench.Clock.Advance(TimeSpan.FromSeconds(59));
        await host.Enforcement.TimeOverAsync(None);
        Assert.Equal(Window(30), Default);
        _bench.Clock.Advance(TimeSpan.FromSeconds(1));
        await host.Enforcement.TimeOverAsync(None);

        Assert.Equal(Window(16), Default);
        var (held, rejected) = host.Intake.Holding;
        Assert.Equal(1, held!.Sequence);
        Assert.Equal(Digest(2, 30, confirm: 60), rejected);
        Assert.Equal(new RestoredBundle(Now, CutOff: true), host.Intake.Restored);
        await OfferAsync(host, 2, 30, confirm: 60);
        Assert.Equal(Window(16), Default);
        await OfferAsync(host, 3, 12);
        Assert.Equal(Window(12), Default);
        Assert.Null(host.Intake.Holding.Rejected);
    }

    [Fact]
    public async Task A_bundle_that_was_put_back_is_tried_again_after_the_servers_pause()
    {
        using var host = Start();
        var bundle = Signed.Bundle(1, 16, Now, confirm: 60);
        await PutBackAsync(host, bundle);
        Assert.False(await OfferAsync(host, bundle));
        Assert.Null(host.Enforcement.Pending);

        _bench.Clock.Advance(TimeSpan.FromMinutes(5));

        Assert.True(await OfferAsync(host, bundle));
        Assert.Equal(Window(16), Default);
        Assert.Null(host.Intake.Holding.Rejected);
        await host.Intake.ReachedAsync(host.Intake.WaitsForServer!.Value, None);
        Assert.Equal(1, host.Bundles.Content.LastGood!.Held.Sequence);
        Assert.Equal(2, Journal.Peek(_bench.State, _bench.Clock).Transactions.Count(past => past.Kind == TransactionKind.Apply));
    }

    [Fact]
    public async Task A_bundle_that_was_put_back_is_tried_again_when_it_is_published_anew()
    {
        using var host = Start();
        var bundle = Signed.Bundle(1, 16, Now, confirm: 60);
        await PutBackAsync(host, bundle);

        Assert.True(await OfferAsync(host, bundle with { Sequence = 2 }));

        Assert.Equal(Window(16), Default);
        Assert.NotNull(host.Enforcement.Pending);
        await PutBackAsync(host, bundle with { Sequence = 2 });
        Assert.False(await OfferAsync(host, bundle with { Sequence = 2 }));
    }

    [Fact]
    public async Task A_rollback_by_hand_outlives_every_repetition_of_the_same_content()
    {
        using var host = Start();
        var bundle = Signed.Bundle(1, 16, Now);
        await OfferAsync(host, bundle);
        await host.Local.RollbackAsync(all: false, None);
        _bench.Clock.Advance(TimeSpan.FromHours(4));

        Assert.False(await OfferAsync(host, bundle with { Sequence = 2 }));

        Assert.Equal(new Window(null, null), Default);
    }

    [Fact]
    public async Task A_killed_agent_puts_back_what_was_not_confirmed_and_does_not_try_it_again()
    {
        var before = _bench.Tuner.ToString();
        using (var killed = Start())
            await OfferAsync(killed, 1, 16, confirm: 60);
        Assert.Equal(Window(16), Default);

        using var next = Start();
        await next.Enforcement.StartAsync(None);
        await next.Enforcement.ReconcileAsync(None);

        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Equal(Digest(1, 16, confirm: 60), next.Intake.Holding.Rejected);
        Assert.Equal(new RestoredBundle(Now, CutOff: true), next.Intake.Restored);
        Assert.Equal(BundlePhase.PutBack, next.Reports.Latest!.State.Phase);
    }

    [Fact]
    public async Task A_publication_during_an_unfinished_confirm_replaces_it()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16, confirm: 60);

        await OfferAsync(host, 2, 20, confirm: 60);

        Assert.Equal(Window(20), Default);
        Assert.Equal(Digest(2, 20, confirm: 60), host.Enforcement.Pending!.Digest);
        await host.Intake.ReachedAsync(host.Intake.WaitsForServer!.Value, None);
        Assert.Equal(2, host.Bundles.Content.LastGood!.Held.Sequence);
    }

    [Fact]
    public async Task A_refused_bundle_leaves_the_last_good_one_enforced_also_after_a_restart()
    {
        using (var host = Start())
        {
            await OfferAsync(host, 5, 16);
            Assert.False(await OfferAsync(host, 4, 40));
            Assert.False(
                await host.Intake.OfferAsync(_server.Envelope(Signed.Bundle(6, 40, Now - TimeSpan.FromDays(9))), Verifier, _ => { }, None)
            );
        }
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window(99) });

        using var next = Start();
        await next.Enforcement.StartAsync(None);
        await next.Enforcement.ReconcileAsync(None);

        Assert.Equal(Window(16), Default);
        Assert.False(await OfferAsync(next, 4, 40));
    }

    [Fact]
    public async Task A_refusal_is_part_of_the_reported_state_until_a_bundle_is_accepted()
    {
        using var host = Start();
        await OfferAsync(host, 5, 16);
        Assert.Null(host.Reports.Latest!.State.Refused);

        await OfferAsync(host, 4, 40);
        Assert.Contains("older than 5", host.Reports.Latest.State.Refused, StringComparison.Ordinal);
        // A turn that has nothing to do with it keeps it.
        await host.Enforcement.ReconcileAsync(None);
        Assert.Contains("older than 5", host.Reports.Latest.State.Refused, StringComparison.Ordinal);

        await OfferAsync(host, 6, 16);
        Assert.Null(host.Reports.Latest.State.Refused);
    }

    [Fact]
    public async Task A_failed_step_under_a_timer_puts_back_and_rejects()
    {
        using var host = Start();
        var before = _bench.Tuner.ToString();
        _bench.Tuner.Fault = step => step is Step.Set ? new Outcome.Failed("No buffer space.") : null;

        await OfferAsync(host, 1, 16, confirm: 60);

        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Equal(Digest(1, 16, confirm: 60), host.Intake.Holding.Rejected);
        Assert.Equal(new RestoredBundle(Now, CutOff: false), host.Intake.Restored);
        Assert.Null(host.Enforcement.Pending);
    }

    [Fact]
    public async Task A_rollback_by_hand_holds_until_another_bundle_comes()
    {
        using var host = Start();
        var before = _bench.Tuner.ToString();
        await OfferAsync(host, 1, 16);

        await host.Local.RollbackAsync(all: false, None);
        await host.Enforcement.ReconcileAsync(None);

        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Null(host.Intake.Holding.Held);
        Assert.Equal(Digest(1, 16), host.Intake.Holding.Rejected);
        Assert.Null(host.Intake.Restored);
        await OfferAsync(host, 1, 16);
        Assert.Equal(before, _bench.Tuner.ToString());
        await OfferAsync(host, 2, 18);
        Assert.Equal(Window(18), Default);
    }

    [Fact]
    public async Task What_a_person_applies_stays_until_the_server_has_something_new()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);

        await host.Local.ApplyAsync(Bench.Content(("default", 24, null)), None);
        await OfferAsync(host, 1, 16);
        Assert.Equal(Window(24), Default);
        Assert.Equal(Digest(1, 16), host.Intake.Holding.Rejected);

        await OfferAsync(host, 2, 18);
        Assert.Equal(Window(18), Default);
    }

    [Fact]
    public async Task No_assignment_any_more_puts_everything_back()
    {
        using var host = Start();
        var before = _bench.Tuner.ToString();
        await OfferAsync(host, 1, 16);

        await host.Intake.OfferAsync(
            _server.Envelope(new Bundle(2, Now, Now + TimeSpan.FromDays(7), BundleContent.Nothing)),
            Verifier,
            _ => { },
            None
        );

        Assert.Equal(before, _bench.Tuner.ToString());
    }

    [Fact]
    public async Task An_expired_bundle_stays_enforced()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        _bench.Clock.Advance(TimeSpan.FromDays(30));
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window(99) });

        await host.Enforcement.ReconcileAsync(None);

        Assert.Equal(Window(16), Default);
    }

    [Fact]
    public async Task A_host_that_cannot_be_read_is_said_and_tried_again()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        _bench.Tuner.Unavailable = true;
        await host.Enforcement.ReconcileAsync(None);
        Assert.NotEmpty(host.Queue.Trouble);

        _bench.Tuner.Unavailable = false;
        await host.Enforcement.ReconcileAsync(None);
        Assert.Empty(host.Queue.Trouble);
    }

    [Fact]
    public async Task A_bundle_that_cannot_be_written_down_is_not_applied_and_taken_once_it_can()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        var blocker = Directory.CreateDirectory(_bench.State.File(BundleStore.Name + ".new"));

        Assert.False(await OfferAsync(host, 2, 30));
        Assert.Equal(Window(16), Default);
        Assert.NotEmpty(host.Queue.Trouble);
        Assert.Equal(1, host.Intake.Holding.Held!.Sequence);

        blocker.Delete();
        Assert.True(await OfferAsync(host, 2, 30));
        Assert.Equal(Window(30), Default);
        Assert.Empty(host.Queue.Trouble);
    }

    public void Dispose()
    {
        _server.Dispose();
        _bench.Dispose();
    }

    private DateTimeOffset Now => _bench.Clock.GetUtcNow();

    private BundleVerifier Verifier => new([_server.Public], _bench.Clock);

    private Window Default => _bench.WindowOf(Bench.Default);

    private static Window Window(int cwnd) => new(cwnd, null);

    private string Digest(long sequence, int cwnd, int? confirm = null) =>
        BundleDigest.Of(Signed.Bundle(sequence, cwnd, Now, confirm).Content);

    private HostControl Start() => new(_bench.Open(), BundleStore.Open(_bench.State.File(BundleStore.Name)), _bench.Clock, AgentLog.Silent);

    private async Task PutBackAsync(HostControl host, Bundle bundle)
    {
        await OfferAsync(host, bundle);
        _bench.Clock.Advance(TimeSpan.FromSeconds(60));
        await host.Enforcement.TimeOverAsync(None);
        Assert.Equal(bundle.Sequence, host.Bundles.Content.Highest!.Sequence);
        Assert.NotNull(host.Intake.Holding.Rejected);
    }

    private Task<bool> OfferAsync(HostControl host, Bundle bundle) =>
        host.Intake.OfferAsync(_server.Envelope(bundle), Verifier, _ => { }, None);

    private Task<bool> OfferAsync(HostControl host, long sequence, int cwnd, int? confirm = null) =>
        host.Intake.OfferAsync(_server.Envelope(Signed.Bundle(sequence, cwnd, Now, confirm)), Verifier, _ => { }, None);
}
