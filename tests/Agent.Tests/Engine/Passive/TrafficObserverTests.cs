using System.Text.Json;
using IwTune.Agent.Engine.Passive;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Passive;

public sealed class TrafficObserverTests
{
    private static readonly TimeSpan FiveMinutes = TimeSpan.FromMinutes(5);
    private readonly TestClock _clock = new();
    private readonly FakeFeed _feed = new();
    private readonly TrafficObserver _observer;

    public TrafficObserverTests() => _observer = new TrafficObserver(_feed, _clock);

    [Fact]
    public void Before_data_is_sent_the_congestion_window_is_the_initial_one()
    {
        _feed.Windows[1] = 16;
        _feed.Open.AddRange([_feed.Make(cwnd: 16), _feed.Make(cwnd: 16), _feed.Make(cwnd: 10), FakeFeed.Sent(_feed.Make(cwnd: 99), 5000)]);
        var evidence = Assert.Single(After(FiveMinutes));
        Assert.Equal(
            ("target 1", EvidenceMethod.Passive, true, 16, 16),
            (evidence.TargetId, evidence.Method, evidence.Conclusive, evidence.InitialCwnd, evidence.ConfiguredCwnd)
        );
        Assert.Equal(3, evidence.Passive!.Fresh);
        Assert.Equal(new Dictionary<int, long> { [16] = 2, [10] = 1 }, evidence.Passive.Windows);
        Assert.Null(evidence.EffectiveSegments); // the deliberate measurement stays the reference
    }

    [Fact]
    public void A_lost_SYN_and_a_closed_direction_say_nothing_about_the_window()
    {
        _feed.Open.AddRange([_feed.Make(cwnd: 1) with { SentAgain = 2 }, _feed.Make(cwnd: 11) with { CanSend = false }]);
        Assert.Empty(After(FiveMinutes));
    }

    [Fact]
    public void An_idle_connection_counts_once()
    {
        _feed.Open.Add(_feed.Make());
        for (var pass = 0; pass < 10; pass++)
            _observer.Look();
        Assert.Equal(1, Assert.Single(After(FiveMinutes)).Passive!.Fresh);
    }

    [Fact]
    public void Ends_are_added_up_by_target()
    {
        _feed.Windows[1] = 10;
        for (var i = 0; i < 20; i++)
            _feed.Ended.Add(
                FakeFeed.Sent(_feed.Make(cwnd: 20 + i), 10_000, again: i < 3 ? 1 : 0) with
                {
                    RttMicroseconds = 1000 * (i + 1),
                }
            );
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 10_001, again: 4) with { HeldByPeer = true });
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 90_000) with { HeldBySendBuffer = true });
        _feed.Ended.Add(_feed.Make());
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(target: 2), 10));
        var told = After(FiveMinutes).ToDictionary(evidence => evidence.TargetId);
        var one = told["target 1"].Passive!;
        Assert.Equal(
            (23L, 0L, 20L, 3L, 1L, 1L),
            (one.Closed, one.Fresh, one.FirstFlightOnly, one.FirstFlightLoss, one.HeldByPeer, one.HeldBySendBuffer)
        );
        Assert.InRange(one.RttMedianMicroseconds!.Value, 10_500, 13_500);
        Assert.InRange(one.RttP90Microseconds!.Value, 17_500, 21_500);
        Assert.InRange(one.FinalCwndMedian!.Value, 25, 33);
        Assert.Equal(1, told["target 2"].Passive!.Closed);
        Assert.False(told["target 1"].Conclusive);
        Assert.NotEqual("", told["target 1"].Note);
    }

    [Fact]
    public void Ends_are_told_as_distributions()
    {
        _feed.Windows[1] = 20;
        _feed.Ended.Add(
            FakeFeed.Sent(_feed.Make(), 15_000, again: 1) with
            {
                CongestionControl = "bbr",
                SmoothedRttMicroseconds = 25_000,
                DeliveryRate = 250_000,
                Concurrent = 6,
                HeldBySendBuffer = true,
            }
        );
        _feed.Ended.Add(
            FakeFeed.Sent(_feed.Make(), 50_000, again: 9) with
            {
                CongestionControl = "cubic",
                SlowStartThreshold = 21,
                DeliveryRate = 9,
                DeliveryHeldByApplication = true,
                Mss = 1000,
                HeldByPeer = true,
                Marked = true,
            }
        );
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 60_000) with { CongestionControl = "bbr", RttMicroseconds = null, PeerWindow = null });
        _feed.Ended.Add(_feed.Make());
        var profile = Assert.Single(After(FiveMinutes)).Passive!.Profile!;
        Assert.Equal(
            (3L, 2L, 2L, 135L, 10L),
            (profile.Connections, profile.Judged, profile.FirstFlightLoss, profile.Segments, profile.SegmentsAgain)
        );
        Assert.Equal((1L, 1L, 1L, 1000), (profile.HeldBySendBuffer, profile.HeldByPeer, profile.Marked, profile.Mss));
        Assert.Equal(new Dictionary<string, long> { ["bbr"] = 2, ["cubic"] = 1 }, profile.CongestionControls);
        Assert.Equal(Slots(15_000, 50_000, 60_000), profile.Bytes);
        Assert.Equal(Slots(20_000, 20_000), profile.MinRtt);
        Assert.Equal(Slots(5000), profile.QueueDelay);
        Assert.Equal(Slots(2000), profile.DeliveryRate); // samples limited by the application say nothing about the path
        Assert.Equal(Slots(65_160, 65_160), profile.PeerWindow);
        Assert.Equal(Slots(6), profile.Concurrency);
        Assert.Equal(2, profile.Cells.Sum(cell => cell.Connections));
        Assert.All(profile.Cells, cell => Assert.InRange(TrafficCell.Middle(cell.MinRtt), 16_000, 25_000));
    }

    [Fact]
    public void Fetch_times_are_told_by_size_and_distance_where_a_window_matters()
    {
        _feed.Windows[1] = 10;
        foreach (
            var (bytes, rtt, busy) in new[]
            {
                (10_000, 20_000, 21_000L),
                (14_000, 40_000, 80_000L),
                (14_000, 49_000, 100_000L),
                (900_000, 300_000, 4_000_000L),
                (5_000, 900, 1_000L),
            }
        )
            _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), bytes) with { RttMicroseconds = rtt, BusyMicroseconds = busy });
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 5_000) with { RttMicroseconds = 20_000, BusyMicroseconds = null });
        var fetch = Assert.Single(After(FiveMinutes)).Passive!.Profile!.Fetch!;
        Assert.Equal([(1, 2, 3L), (4, 5, 1L)], fetch.Select(times => (times.Size, times.Rtt, times.Microseconds.Values.Sum())));
        Assert.Equal(Slots(21_000, 80_000, 100_000), fetch[0].Microseconds);
        Assert.Equal(["4.3–14.6 kB at 20–50 ms", "250 kB and more at 200 ms and more"], fetch.Select(times => times.Name));
    }

    [Theory]
    [InlineData(60, 59, 60)]
    [InlineData(1, 9, 10)]
    [InlineData(900, 299, 300)]
    public void A_server_may_ask_to_be_told_more_often_within_bounds(int wanted, int before, int at)
    {
        _observer.Wanted = TimeSpan.FromSeconds(wanted);
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 100));
        Assert.Empty(After(TimeSpan.FromSeconds(before)));
        Assert.Single(After(TimeSpan.FromSeconds(at - before)));
    }

    [Fact]
    public void What_was_seen_can_be_told_apart_from_what_comes()
    {
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 100));
        _observer.Look();
        _clock.Advance(TimeSpan.FromSeconds(3));
        Assert.Equal(1, Assert.Single(_observer.Cut()).Passive!.Closed);
        var since = _clock.GetUtcNow();
        Assert.Empty(_observer.Cut());
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 100));
        Assert.Equal(since, Assert.Single(After(FiveMinutes)).Passive!.Since);
    }

    [Fact]
    public void Every_connection_that_sent_data_goes_to_the_sinks_with_the_window_it_was_seen_to_get()
    {
        var sink = new Collecting();
        var observer = new TrafficObserver(_feed, _clock) { Sinks = [sink] };
        _feed.Windows[1] = 10;
        var seen = _feed.Make(cwnd: 16);
        _feed.Open.Add(seen);
        observer.Look();
        _feed.Open.Clear();
        _feed.Ended.AddRange([
            FakeFeed.Sent(seen, 15_000, again: 1),
            FakeFeed.Sent(_feed.Make(cwnd: 44), 15_000),
            _feed.Make(),
            FakeFeed.Sent(_feed.Make(target: 0), 100),
        ]);
        observer.Look();
        Assert.Equal(
            [(16, true, false), (10, null, true)],
            sink.Samples.Select(sample => (sample.InitialSegments, sample.FirstFlightLoss, sample.ExceededWindow))
        );
        Assert.Equal(("target 1", _clock.GetUtcNow()), (sink.Samples[0].Target.Id, sink.Samples[0].At));
        Assert.Equal(0, sink.LostTimes);
        _feed.Lost = true;
        observer.Look();
        Assert.Equal(1, sink.LostTimes);
    }

    [Fact]
    public void What_an_experiment_gave_a_window_goes_to_the_sinks_and_into_no_sum()
    {
        var sink = new Collecting();
        HashSet<ulong> apart = [];
        var observer = new TrafficObserver(_feed, _clock) { Sinks = [sink], Apart = (connection, _) => apart.Contains(connection.Id) };
        _feed.Windows[1] = 10;
        var given = _feed.Make(cwnd: 40);
        apart.Add(given.Id);
        _feed.Open.Add(given);
        observer.Look();
        _feed.Open.Clear();
        _feed.Ended.Add(FakeFeed.Sent(given, 50_000, again: 9));
        observer.Look();
        Assert.Equal(40, Assert.Single(sink.Samples).InitialSegments);
        Assert.Empty(observer.Running());
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 5_000));
        observer.Look();
        var facts = Assert.Single(observer.Running()).Passive!;
        Assert.Equal((1, 0, 1, 0), (facts.Closed, facts.Fresh, facts.FirstFlightOnly, facts.FirstFlightLoss));
    }

    [Fact]
    public void Where_a_route_names_no_window_the_usual_one_of_its_connections_is_theirs()
    {
        var sink = new Collecting();
        var observer = new TrafficObserver(_feed, _clock) { Sinks = [sink] };
        _feed.Open.Add(_feed.Make(cwnd: 28));
        observer.Look();
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 100));
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(target: 2), 100));
        observer.Look();
        Assert.Equal([28, 10], sink.Samples.Select(sample => sample.InitialSegments));
    }

    [Fact]
    public void A_look_counts_as_monitoring_only_where_ends_can_be_seen()
    {
        var monitoring = new Monitoring(_clock);
        var observer = new TrafficObserver(_feed, _clock) { Monitoring = monitoring };
        _clock.Advance(FiveMinutes);
        _feed.Lacking = "without the privilege";
        observer.Look();
        Assert.Equal(FiveMinutes, monitoring.Blind);
        _feed.Lacking = "";
        observer.Look();
        Assert.Equal(TimeSpan.Zero, monitoring.Blind);
    }

    [Fact]
    public void No_address_is_told()
    {
        _feed.Open.Add(_feed.Make(target: 77));
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(target: 77), 100));
        var evidence = Assert.Single(After(FiveMinutes));
        Assert.Equal("", evidence.Peer);
        Assert.DoesNotContain("10.77.", JsonSerializer.Serialize(evidence, WireJson.Default.Evidence), StringComparison.Ordinal);
    }

    [Fact]
    public void What_leads_to_the_host_itself_or_nowhere_is_not_counted()
    {
        _feed.Open.Add(_feed.Make(target: 0));
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(target: 0), 100));
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make() with { Remote = new(System.Net.IPAddress.Parse("192.0.2.1"), 1) }, 100));
        Assert.Empty(After(FiveMinutes));
    }

    [Fact]
    public void It_tells_every_five_minutes_and_begins_anew()
    {
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 100));
        Assert.Empty(After(TimeSpan.FromMinutes(4)));
        Assert.Equal(1, Assert.Single(After(TimeSpan.FromMinutes(1))).Passive!.Closed);
        Assert.Empty(After(FiveMinutes));
        _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 100));
        Assert.Equal(1, Assert.Single(After(FiveMinutes)).Passive!.Closed);
    }

    [Fact]
    public void A_changed_window_is_told_within_half_a_minute_once_three_agree()
    {
        _feed.Open.AddRange([_feed.Make(cwnd: 10), _feed.Make(cwnd: 10), _feed.Make(cwnd: 10)]);
        Assert.Empty(After(TimeSpan.FromSeconds(29)));
        Assert.Equal(10, Assert.Single(After(TimeSpan.FromSeconds(1))).InitialCwnd);

        Fresh(10, 10, 10);
        Assert.Empty(After(TimeSpan.FromMinutes(1)));
        Fresh(1, 1, 1, 1);
        Assert.Equal(1, Assert.Single(After(TimeSpan.FromSeconds(1))).InitialCwnd);
    }

    [Fact]
    public void What_is_kept_and_told_is_bounded()
    {
        for (var target = 1; target <= 255; target++)
        for (var i = 0; i < (target == 200 ? 3 : 1); i++)
            _feed.Ended.Add(FakeFeed.Sent(_feed.Make(target), 100));
        for (var cwnd = 1; cwnd < 100; cwnd++)
            _feed.Open.Add(_feed.Make(target: 200, cwnd));
        _feed.Lost = true;
        var told = After(FiveMinutes);
        Assert.Equal(64, told.Count);
        Assert.Equal(("target 200", 8, true), (told[0].TargetId, told[0].Passive!.Windows.Count, told[0].Passive!.Sampled));
    }

    [Fact]
    public void While_no_connection_begins_or_ends_all_of_them_are_read_once_a_minute_only()
    {
        for (var second = 0; second < 120; second += 2)
        {
            _observer.Look();
            _clock.Advance(TimeSpan.FromSeconds(2));
        }
        Assert.Equal(2, _feed.Looks);
    }

    [Fact]
    public void What_begins_or_ends_on_a_quiet_host_is_seen_by_the_next_look()
    {
        var old = _feed.Make();
        _observer.Look();
        _feed.Open.Add(_feed.Make());
        _observer.Look();
        Assert.Equal((2, 1L), (_feed.Looks, _observer.Running()[0].Passive!.Fresh));
        _observer.Look();
        _feed.Ended.Add(FakeFeed.Sent(old, 100));
        _observer.Look();
        Assert.Equal(1, _observer.Running()[0].Passive!.Closed);
    }

    [Fact]
    public void Where_ends_are_not_seen_every_look_reads_all_connections()
    {
        _feed.Lacking = "The ends of connections cannot be seen.";
        for (var look = 0; look < 5; look++)
            _observer.Look();
        Assert.Equal(5, _feed.Looks);
    }

    [Theory]
    [InlineData(0, 2)]
    [InlineData(4, 2)]
    [InlineData(20, 10)]
    [InlineData(5000, 120)]
    public void The_pause_grows_with_what_a_look_costs(int milliseconds, int seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), LookingBudget.Pause(TimeSpan.FromMilliseconds(milliseconds)));

    private static Dictionary<int, long> Slots(params long[] numbers)
    {
        var made = new Histogram();
        foreach (var number in numbers)
            made.Add(number);
        return new Dictionary<int, long>(made.Slots);
    }

    private sealed class Collecting : ISampleSink
    {
        public List<ConnectionSample> Samples { get; } = [];

        public int LostTimes { get; private set; }

        public void Add(ConnectionSample sample) => Samples.Add(sample);

        public void Lost() => LostTimes++;
    }

    private void Fresh(params int[] windows)
    {
        _feed.Open.Clear();
        _feed.Open.AddRange(windows.Select(window => _feed.Make(cwnd: window)));
    }

    private IReadOnlyList<Evidence> After(TimeSpan time)
    {
        _observer.Look();
        _clock.Advance(time);
        return _observer.Due();
    }
}
