using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Passive;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>The guardrails as the agent enforces them, with what it observed of the host's own connections.</summary>
public sealed class RaisingTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Monitoring _monitoring;
    private readonly LossSight _lookout;
    private readonly SeenTraffic _traffic;
    private readonly Reconciler _reconciler;
    private Func<HostSight> _sight;

    public RaisingTests()
    {
        _monitoring = new Monitoring(_bench.Clock);
        _lookout = new LossSight(_monitoring, () => TimeSpan.FromHours(1));
        _traffic = new SeenTraffic(_bench.Clock);
        _sight = () =>
            new HostSight
            {
                Blind = _lookout.Blind,
                FallsBack = _lookout.FallsBack,
                Traffic = _traffic.Of,
            };
        _reconciler = _bench.Open(sight: () => _sight());
    }

    private int? Cwnd => _bench.WindowOf(Bench.Default).InitCwnd;

    private async Task<Reconciliation> SetAsync(int segments, string? reason = null, string scope = "default") =>
        await _reconciler.ReconcileAsync(Bench.Content((scope, segments, null)) with { Override = reason }, None);

    /// <summary>A hundred thousand segments over the default route with this window.</summary>
    private void Measure(
        int window,
        double lost = 0,
        double again = 0,
        long connections = 2_000,
        long rttMicroseconds = 60_000,
        long kilobitsPerSecond = 100_000,
        int together = 1,
        long bytes = 30_000,
        double heldByBuffer = 0
    ) =>
        _traffic.Add([
            new()
            {
                TargetId = Bench.Default,
                Method = EvidenceMethod.Passive,
                At = _bench.Clock.GetUtcNow(),
                Conclusive = true,
                InitialCwnd = window,
                Passive = new()
                {
                    Since = _bench.Clock.GetUtcNow(),
                    Profile = new()
                    {
                        Connections = connections,
                        Judged = connections,
                        FirstFlightLoss = (long)(connections * lost),
                        Segments = connections * 50,
                        SegmentsAgain = (long)(connections * 50 * again),
                        Bytes = Slots(bytes, connections),
                        MinRtt = Slots(rttMicroseconds, connections),
                        DeliveryRate = Slots(kilobitsPerSecond, connections),
                        Concurrency = Slots(together, connections),
                        HeldBySendBuffer = (long)(connections * heldByBuffer),
                        Mss = 1460,
                    },
                },
            },
        ]);

    private static Dictionary<int, long> Slots(long number, long count) => new() { [Histogram.Slot(number)] = count };

    [Fact]
    public async Task A_host_that_looks_raises_to_ten_without_any_ado()
    {
        _bench.Tuner.Add(Bench.Route("10.0.0.0/8", "eth1", "192.0.2.9", "static") with { Window = new Window(4, null), Metric = 7 });
        Assert.True((await SetAsync(10, scope: "prefix:10.0.0.0/8")).Succeeded);
        Assert.All(_bench.Tuner.Routes.Where(route => route.Interface == "eth1"), route => Assert.Equal(10, route.Window.InitCwnd));
    }

    [Fact]
    public async Task Before_the_first_look_a_feed_that_opened_is_enough()
    {
        _lookout.Opened("");
        Assert.True((await SetAsync(16)).Succeeded);
        Assert.Equal(16, Cwnd);
    }

    [Theory]
    [InlineData("The ends of connections cannot be seen: run as root.")]
    [InlineData("inet_diag is not there")]
    public async Task What_cannot_be_looked_at_is_not_raised(string lacking)
    {
        _lookout.Opened(lacking);
        var turn = await SetAsync(16);
        Assert.Null(Cwnd);
        Assert.Contains("RFC 3390", turn.State.Reason, StringComparison.Ordinal);
        Assert.Contains(lacking.TrimEnd('.'), turn.State.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task After_two_missed_looks_nothing_is_raised_and_what_is_set_stays()
    {
        Assert.True((await SetAsync(12)).Succeeded);
        _bench.Clock.Advance(TimeSpan.FromMinutes(11));
        var turn = await SetAsync(16, "both ends are ours");
        Assert.Equal(12, Cwnd);
        Assert.Contains("have not been observed", turn.State.Reason, StringComparison.Ordinal);
        _monitoring.Looked();
        Assert.True((await SetAsync(16, "both ends are ours")).Succeeded);
        Assert.Equal(16, Cwnd);
    }

    [Fact]
    public async Task While_nobody_looks_a_window_that_somebody_else_took_away_is_still_repaired()
    {
        await SetAsync(16);
        _bench.Clock.Advance(TimeSpan.FromMinutes(11));
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        await SetAsync(16);
        Assert.Equal(16, Cwnd);
    }

    [Fact]
    public async Task After_an_hour_without_a_look_the_window_falls_back_to_RFC_3390_and_returns_with_the_next_look()
    {
        await SetAsync(16);
        _bench.Clock.Advance(TimeSpan.FromMinutes(61));
        var turn = await SetAsync(16);
        Assert.Equal(3, Cwnd);
        Assert.Contains(
            turn.Events,
            told => told.Kind == HostEventKind.PutBack && told.Text.Contains("RFC 3390's window", StringComparison.Ordinal)
        );
        var target = turn.State.Targets.Single(target => target.Id == Bench.Default);
        Assert.Equal((16, 3), (target.Wanted?.InitCwnd, target.Configured.InitCwnd));
        _monitoring.Looked();
        await SetAsync(16);
        Assert.Equal(16, Cwnd);
    }

    [Fact]
    public async Task Neither_a_fall_back_nor_its_end_is_a_repair_of_what_another_program_did()
    {
        await SetAsync(16);
        _bench.Clock.Advance(TimeSpan.FromMinutes(61));
        var fallen = await SetAsync(16);
        _monitoring.Looked();
        var returned = await SetAsync(16);
        Assert.Equal((null, null), (fallen.State.Repaired, returned.State.Repaired));
        Assert.Empty(_reconciler.Journal.Repairs);

        _bench.Tuner.Change(Bench.Default, route => route with { Window = Window.Unset });
        Assert.NotNull((await SetAsync(16)).State.Repaired);
        Assert.Equal(1, Assert.Single(_reconciler.Journal.Repairs).Count);
    }

    [Fact]
    public async Task What_the_host_had_by_itself_does_not_fall_back()
    {
        await SetAsync(10);
        _bench.Clock.Advance(TimeSpan.FromHours(5));
        await SetAsync(10);
        Assert.Equal(10, Cwnd);
    }

    [Fact]
    public async Task A_fall_back_can_be_rolled_back_like_any_step()
    {
        await SetAsync(16);
        _bench.Clock.Advance(TimeSpan.FromMinutes(61));
        await SetAsync(16);
        await _reconciler.Rollbacks.AllAsync(None);
        Assert.Null(Cwnd);
    }

    [Theory]
    [InlineData("5.0 % of 2,000", 0.05, 0.0, 60_000, 100_000, 1, 30_000, 0.0)]
    [InlineData("are retransmitted", 0.0, 0.04, 60_000, 100_000, 1, 30_000, 0.0)]
    [InlineData("Below 5 ms", 0.0, 0.0, 1_000, 1_000_000, 1, 30_000, 0.0)]
    [InlineData("the path holds", 0.0, 0.0, 60_000, 1_000, 1, 30_000, 0.0)]
    [InlineData("queue for more than 200 ms", 0.0, 0.0, 600_000, 2_000, 6, 30_000, 0.0)]
    [InlineData("fit three segments", 0.0, 0.0, 60_000, 100_000, 1, 2_000, 0.0)]
    [InlineData("SO_SNDBUF", 0.0, 0.0, 60_000, 100_000, 1, 30_000, 0.2)]
    public async Task What_was_measured_refuses_more_and_a_reason_lifts_it(
        string why,
        double lost,
        double again,
        long rtt,
        long rate,
        int together,
        long bytes,
        double held
    )
    {
        Measure(10, lost, again, rttMicroseconds: rtt, kilobitsPerSecond: rate, together: together, bytes: bytes, heldByBuffer: held);
        var refused = await SetAsync(12);
        Assert.Null(Cwnd);
        Assert.Contains(why, refused.State.Reason, StringComparison.Ordinal);
        Assert.True((await SetAsync(12, "both ends are ours")).Succeeded);
        Assert.Equal(12, Cwnd);
    }

    [Fact]
    public async Task Healthy_connections_refuse_nothing()
    {
        Measure(10);
        Assert.True((await SetAsync(12)).Succeeded);
    }

    [Fact]
    public async Task Without_selective_acknowledgements_ten_are_the_most()
    {
        _sight = () => new HostSight { Sack = false };
        Assert.Contains("tcp_sack", (await SetAsync(12)).State.Reason, StringComparison.Ordinal);
        Assert.True((await SetAsync(10)).Succeeded);
    }

    [Fact]
    public async Task A_bundle_beyond_the_ceilings_needs_its_reason_here_too()
    {
        Assert.Contains("`override`", (await SetAsync(65)).State.Reason, StringComparison.Ordinal);
        Assert.Contains("44 segments", (await SetAsync(45)).State.Reason, StringComparison.Ordinal);
        Assert.True((await SetAsync(65, "both ends are ours")).Succeeded);
        Assert.Equal(65, Cwnd);
    }

    [Fact]
    public async Task A_window_with_which_first_flights_are_lost_goes_back_and_is_not_set_again()
    {
        await SetAsync(16);
        Measure(16, lost: 0.06);
        var turn = await SetAsync(16);
        Assert.Equal(10, Cwnd);
        Assert.Contains(
            turn.Events,
            told => told.Kind == HostEventKind.PutBack && told.Text.Contains("6.0 % of 2,000 connections lost", StringComparison.Ordinal)
        );
        await SetAsync(16);
        Assert.Equal(10, Cwnd);
        Assert.Empty(_reconciler.Journal.Fights);
    }

    [Fact]
    public async Task A_window_with_which_more_is_sent_again_than_before_goes_back()
    {
        Measure(10, again: 0.01, connections: 20_000);
        await SetAsync(16);
        Measure(16, again: 0.012, connections: 20_000);
        await SetAsync(16);
        Assert.Equal(16, Cwnd);
        Measure(16, again: 0.03, connections: 20_000);
        await SetAsync(16);
        Assert.Equal(10, Cwnd);
    }

    [Fact]
    public async Task A_few_losses_or_a_written_reason_take_nothing_back()
    {
        await SetAsync(16, "both ends are ours");
        Measure(16, lost: 0.5);
        await SetAsync(16, "both ends are ours");
        Assert.Equal(16, Cwnd);
        await SetAsync(12);
        Measure(12, lost: 0.5, connections: 99);
        await SetAsync(12);
        Assert.Equal(12, Cwnd);
    }

    [Fact]
    public async Task What_was_seen_is_forgotten_after_a_day()
    {
        Measure(10, lost: 0.1);
        _bench.Clock.Advance(TimeSpan.FromHours(25));
        _monitoring.Looked();
        Assert.True((await SetAsync(12)).Succeeded);
    }

    public void Dispose()
    {
        _bench.Dispose();
    }
}
