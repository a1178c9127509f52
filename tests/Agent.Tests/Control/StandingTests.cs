using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

/// <summary>A hold belongs to the host, not to a revision: a publication during the hold must not end it.</summary>
public sealed class StandingTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Signed _server = new();

    private Window Default => _bench.WindowOf(Bench.Default);

    [Fact]
    public async Task A_revision_published_while_held_is_verified_and_waits_and_is_applied_on_release()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        Assert.Equal("", await host.Standing.HoldAsync(Hold(), None));

        Assert.True(await OfferAsync(host, 2, 30));
        Assert.True(await OfferAsync(host, 3, 32));
        Assert.False(await OfferAsync(host, 3, 32)); // sending it again must not speed up the check-ins

        Assert.Equal(new Window(16, null), Default);
        Assert.Equal((1, 3), (host.Bundles.Content.LastGood!.Held.Sequence, host.Bundles.Content.Waiting!.Held.Sequence));
        Assert.Equal((host.Bundles.Content.LastGood.Held, host.Bundles.Content.Waiting.Held.Digest), host.Intake.Holding);
        Assert.Equal("maintenance", host.Reports.Latest!.State.Hold!.Reason);

        Assert.NotNull(await host.Standing.ReleaseAsync(None));
        Assert.Equal(new Window(32, null), Default);
        Assert.Equal(3, host.Bundles.Content.LastGood.Held.Sequence);
        Assert.Null(host.Reports.Latest.State.Hold);
    }

    [Fact]
    public async Task A_window_that_changes_on_a_held_host_has_no_effective_window_until_it_is_measured_again()
    {
        using var host = Start();
        bool Measured() => host.Reports.Measured.Any(seen => seen is { TargetId: Bench.Default, Method: EvidenceMethod.FreshConnection });
        await OfferAsync(host, 1, 16);
        Assert.True(Measured());
        await host.Standing.HoldAsync(Hold(), None);
        await host.Enforcement.ReconcileAsync(None);
        Assert.True(Measured());
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(4, null) });
        await host.Enforcement.ReconcileAsync(None);
        Assert.False(Measured());
        await host.Standing.ReleaseAsync(None);
        Assert.Equal(new Window(16, null), Default);
        Assert.True(Measured());
    }

    [Fact]
    public async Task Hold_and_what_waits_outlive_a_restart()
    {
        using (var host = Start())
        {
            await OfferAsync(host, 1, 16);
            await host.Standing.HoldAsync(Hold(), None);
            await OfferAsync(host, 2, 30);
        }
        using var again = Start();
        await again.Enforcement.StartAsync(None);
        await again.Enforcement.ReconcileAsync(None);
        Assert.Equal(new Window(16, null), Default);
        await again.Standing.ReleaseAsync(None);
        Assert.Equal(new Window(30, null), Default);
    }

    [Fact]
    public async Task What_expired_while_it_waited_is_not_applied()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        await host.Standing.HoldAsync(Hold(), None);
        await OfferAsync(host, 2, 30);
        _bench.Clock.Advance(TimeSpan.FromDays(8));
        await host.Standing.ReleaseAsync(None);
        Assert.Equal(new Window(16, null), Default);
        Assert.Null(host.Bundles.Content.Waiting);
        Assert.Null(host.Intake.Holding.Rejected);
    }

    [Fact]
    public async Task A_bundle_that_is_forged_does_not_wait()
    {
        using var host = Start();
        using var forger = new Signed();
        await host.Standing.HoldAsync(Hold(), None);
        var forged = forger.Envelope(Signed.Bundle(2, 30, _bench.Clock.GetUtcNow()));
        Assert.False(await host.Intake.OfferAsync(forged, new BundleVerifier([_server.Public], _bench.Clock), _ => { }, None));
        Assert.Null(host.Bundles.Content.Waiting);
    }

    [Fact]
    public async Task Going_back_to_what_is_held_ends_the_waiting()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        await host.Standing.HoldAsync(Hold(), None);
        await OfferAsync(host, 2, 30);
        var first = Signed.Bundle(1, 16, _bench.Clock.GetUtcNow());
        Assert.True(
            await host.Intake.OfferAsync(
                _server.Envelope(first with { Sequence = 3 }),
                new BundleVerifier([_server.Public], _bench.Clock),
                _ => { },
                None
            )
        );
        Assert.Null(host.Bundles.Content.Waiting);
    }

    [Fact]
    public async Task A_bundle_that_comes_right_after_the_hold_ended_by_its_time_counts_more_than_one_that_waited()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        await host.Standing.HoldAsync(Hold() with { Until = _bench.Clock.GetUtcNow() + TimeSpan.FromMinutes(1) }, None);
        await OfferAsync(host, 2, 30);
        _bench.Clock.Advance(TimeSpan.FromMinutes(2));

        await OfferAsync(host, 3, 20);

        Assert.Equal(new Window(20, null), Default);
        Assert.Null(host.Bundles.Content.Waiting);
    }

    [Fact]
    public async Task A_file_that_is_dropped_and_removed_is_noticed()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16);
        var file = _bench.State.File(Holds.Dropped);
        await File.WriteAllTextAsync(file, "ask Ann");
        await host.Standing.LookAsync(None);
        Assert.Equal("ask Ann", host.Reports.Latest!.State.Hold!.Reason);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        await host.Enforcement.ReconcileAsync(None);
        Assert.Equal(Window.Unset, Default);
        File.Delete(file);
        await host.Standing.LookAsync(None);
        Assert.Equal(new Window(16, null), Default);
    }

    [Fact]
    public async Task A_host_that_waits_for_a_confirmation_is_not_held()
    {
        using var host = Start();
        await OfferAsync(host, 1, 16, confirm: 60);
        Assert.Contains("waits to be confirmed", await host.Standing.HoldAsync(Hold(), None), StringComparison.Ordinal);
        Assert.Null(host.Standing.Held);
    }

    [Fact]
    public async Task An_override_without_any_bundle_is_kept_and_rolling_everything_back_clears_it()
    {
        using var host = Start();
        await host.Standing.OverrideAsync(
            before => before.With(new LocalOverride(Bench.Ten, 4, null, "root", _bench.Clock.GetUtcNow(), "")),
            "told",
            None
        );
        _bench.Tuner.Change(Bench.Ten, route => route with { Window = Window.Unset });
        await host.Enforcement.ReconcileAsync(None);
        Assert.Equal(new Window(4, null), _bench.WindowOf(Bench.Ten));

        await host.Local.RollbackAsync(all: true, None);
        await host.Enforcement.ReconcileAsync(None);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Ten));
        Assert.Empty(Overrides.Read(_bench.State));
    }

    [Fact]
    public async Task An_override_that_is_cleared_without_any_bundle_puts_back_what_was_there()
    {
        using var host = Start();
        var before = _bench.Tuner.ToString();
        await host.Standing.OverrideAsync(
            all => all.With(new LocalOverride(Bench.Ten, 4, null, "root", _bench.Clock.GetUtcNow(), "")),
            "told",
            None
        );
        await host.Standing.OverrideAsync(_ => [], "told", None);
        Assert.Equal(before, _bench.Tuner.ToString());
    }

    public void Dispose()
    {
        _server.Dispose();
        _bench.Dispose();
    }

    private HoldState Hold() => new("root", _bench.Clock.GetUtcNow(), null, "maintenance");

    private HostControl Start() => new(_bench.Open(), BundleStore.Open(_bench.State.File(BundleStore.Name)), _bench.Clock, AgentLog.Silent);

    private Task<bool> OfferAsync(HostControl host, long sequence, int cwnd, int? confirm = null) =>
        host.Intake.OfferAsync(
            _server.Envelope(Signed.Bundle(sequence, cwnd, _bench.Clock.GetUtcNow(), confirm)),
            new BundleVerifier([_server.Public], _bench.Clock),
            _ => { },
            None
        );
}
