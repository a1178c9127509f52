using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Agent.Tests.Linux.Emulation;

public sealed class PathDirectionTests
{
    /// <summary>2 Mbit/s and 1500 bytes: 6 ms a packet.</summary>
    private const double TwoMegabits = 2e6;

    [Fact]
    public void A_packet_arrives_when_its_delay_is_over_and_not_before()
    {
        var path = Packets.Path(new PathShape { Delay = TimeSpan.FromMilliseconds(50) });
        path.Offer(Packets.Tcp(1, 1460), Packets.Milliseconds(7));
        Assert.Equal(Packets.Milliseconds(57), path.NextEvent);
        Assert.Null(path.Take(Packets.Milliseconds(57) - 1));
        Assert.NotNull(path.Take(Packets.Milliseconds(57)));
        Assert.Equal(long.MaxValue, path.NextEvent);
        Assert.Equal(new PathCounters(1, 0, 0, 0, 0), path.Counters);
    }

    [Fact]
    public void A_narrow_link_sends_one_after_the_other_whenever_it_is_asked()
    {
        var path = Packets.Path(new PathShape { Delay = TimeSpan.FromMilliseconds(50), RateBitsPerSecond = TwoMegabits });
        for (var i = 0u; i < 5; i++)
            path.Offer(Packets.Tcp(i, 1460), 0);
        // A short packet behind them takes the time of its own length.
        path.Offer(Packets.Tcp(5, 210), 0);
        Assert.Equal([(56, 0u), (62, 1u), (68, 2u), (74, 3u), (80, 4u), (81, 5u)], Packets.Drain(path));
        Assert.Equal(5, path.Counters.QueueHigh);

        // The link was free for a long time: a new packet is sent at once.
        path.Offer(Packets.Tcp(6, 1460), Packets.Milliseconds(1000));
        Assert.Equal([(1056, 6u)], Packets.Drain(path));
    }

    [Fact]
    public void Of_a_burst_what_is_beyond_the_queue_and_the_one_being_sent_is_lost() =>
        Prop.ForAll(
                (from burst in Gen.Choose(1, 120) from queue in Gen.Choose(0, 60) select (burst, queue)).ToArbitrary(),
                drawn =>
                {
                    var path = Packets.Path(new PathShape { RateBitsPerSecond = TwoMegabits, QueuePackets = drawn.queue });
                    for (var i = 0u; i < drawn.burst; i++)
                        path.Offer(Packets.Tcp(i, 1460), Packets.Milliseconds(i * 0.01));
                    var arrived = Packets.Drain(path);
                    var lost = Math.Max(0, drawn.burst - (drawn.queue + 1));
                    return path.Counters == new PathCounters(drawn.burst - lost, 0, lost, 0, Math.Min(drawn.queue, drawn.burst - 1))
                        && arrived.Select(one => one.Sequence).SequenceEqual(Enumerable.Range(0, drawn.burst - lost).Select(i => (uint)i));
                }
            )
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(5.97, 0)]
    [InlineData(5.81, 0)]
    [InlineData(5.79, 1)]
    [InlineData(6.01, 0)]
    public void What_comes_at_the_instant_one_leaves_finds_its_place_however_the_clocks_tick(double milliseconds, int lost)
    {
        var path = Packets.Path(new PathShape { RateBitsPerSecond = TwoMegabits, QueuePackets = 2 });
        for (var i = 0u; i < 3; i++)
            path.Offer(Packets.Tcp(i, 1460), 0);
        path.Offer(Packets.Tcp(3, 1460), Packets.Milliseconds(milliseconds));
        Assert.Equal(4 - lost, Packets.Drain(path).Count);
        Assert.Equal(lost, path.Counters.Overflowed);
    }

    [Fact]
    public void A_late_caller_changes_neither_losses_nor_arrivals()
    {
        var shape = new PathShape
        {
            Delay = TimeSpan.FromMilliseconds(3),
            RateBitsPerSecond = TwoMegabits,
            QueuePackets = 2,
            Aqm = CoDel.Standard,
        };
        var (prompt, late) = (Packets.Path(shape), Packets.Path(shape));
        var arrived = new List<(double, uint)>();
        for (var i = 0u; i < 300; i++)
        {
            late.Offer(Packets.Tcp(i, 1460), Packets.Milliseconds(i * 5));
            prompt.Offer(Packets.Tcp(i, 1460), Packets.Milliseconds(i * 5));
            // The prompt direction is polled at every event.
            while (prompt.NextEvent < Packets.Milliseconds((i + 1) * 5))
            {
                var now = prompt.NextEvent;
                while (prompt.Take(now) is { } packet)
                {
                    arrived.Add((now * 1000.0 / System.Diagnostics.Stopwatch.Frequency, TcpSegment.Read(packet.Bytes)!.Value.Sequence));
                    prompt.GiveBack(packet);
                }
            }
        }
        arrived.AddRange(Packets.Drain(prompt));
        var afterwards = Packets.Drain(late);
        Assert.Equal(arrived, afterwards);
        Assert.Equal(prompt.Counters, late.Counters);
        Assert.True(late.Counters.Overflowed > 0);
    }

    [Fact]
    public void Jitter_keeps_the_order_and_is_what_the_seed_says()
    {
        var shape = new PathShape { Delay = TimeSpan.FromMilliseconds(10), Jitter = TimeSpan.FromMilliseconds(4) };
        List<(double Milliseconds, uint Sequence)> Send(ulong seed)
        {
            var path = Packets.Path(shape, seed);
            for (var i = 0u; i < 200; i++)
                path.Offer(Packets.Tcp(i, 100), Packets.Milliseconds(i));
            return Packets.Drain(path);
        }
        var arrived = Send(7);
        Assert.Equal(arrived, Send(7));
        Assert.NotEqual(arrived, Send(8));
        Assert.Equal(Enumerable.Range(0, 200).Select(i => (uint)i), arrived.Select(one => one.Sequence));
        var took = arrived.Select(one => one.Milliseconds - one.Sequence).ToList();
        Assert.All(took, one => Assert.InRange(one, 10, 14.001));
        Assert.True(took.Max() - took.Min() > 2, $"{took.Min()} to {took.Max()} ms");
    }

    [Fact]
    public void What_is_held_back_is_overtaken_and_nothing_is_lost()
    {
        var path = Packets.Path(
            new PathShape { Delay = TimeSpan.FromMilliseconds(10), Reordering = new Reordering(0.2, TimeSpan.FromMilliseconds(5)) }
        );
        for (var i = 0u; i < 500; i++)
            path.Offer(Packets.Tcp(i, 100), Packets.Milliseconds(i));
        var arrived = Packets.Drain(path);
        Assert.Equal(500, arrived.Select(one => one.Sequence).Distinct().Count());
        var held = arrived.Where(one => one.Milliseconds - one.Sequence > 12).ToList();
        Assert.InRange(held.Count, 60, 140);
        Assert.All(held, one => Assert.Equal(15, one.Milliseconds - one.Sequence, 3));
        // It arrives behind some that left after it.
        var first = held[0];
        Assert.Contains(arrived.TakeWhile(one => one != first), one => one.Sequence > first.Sequence);
    }

    [Fact]
    public void The_script_loses_new_data_by_its_number_on_each_connection_and_never_a_retransmission()
    {
        var seen = new List<PacketSeen>();
        var path = Packets.Path(new PathShape { LostDataPackets = [2, 4] }, tap: seen.Add);
        foreach (var port in new[] { 40000, 40001 })
        {
            path.Offer(Packets.Tcp(99, 0, port, Packets.Syn), 0);
            path.Offer(Packets.Tcp(100, 0, port), 0);
            foreach (var sequence in new uint[] { 100, 110, 110, 110, 120, 100, 130, 130, 140 })
                path.Offer(Packets.Tcp(sequence, 10, port), 0);
        }
        Assert.Equal(4, path.Counters.Scripted);
        Assert.Equal(
            [(40000, 110u), (40000, 130u), (40001, 110u), (40001, 130u)],
            seen.Where(one => one.Event == PacketEvent.Lost).Select(one => (one.Segment.DestinationPort, one.Segment.Sequence))
        );

        // The same ports again: a SYN starts a new count.
        path.Offer(Packets.Tcp(4_294_967_290, 0, 40000, Packets.Syn), 0);
        path.Offer(Packets.Tcp(4_294_967_291, 10, 40000), 0);
        path.Offer(Packets.Tcp(5, 10, 40000), 0);
        Assert.Equal(5, path.Counters.Scripted);
    }

    [Fact]
    public void Another_shape_counts_from_the_next_packet_on()
    {
        var path = Packets.Path(new PathShape { RateBitsPerSecond = TwoMegabits, QueuePackets = 1 });
        path.Offer(Packets.Tcp(0, 1460), 0);
        path.Offer(Packets.Tcp(1, 1460), 0);
        path.Become(new PathShape { Delay = TimeSpan.FromMilliseconds(100), RateBitsPerSecond = TwoMegabits });
        path.Offer(Packets.Tcp(2, 1460), 0);
        Assert.Equal([(6, 0u), (112, 1u), (118, 2u)], Packets.Drain(path));
    }

    [Fact]
    public void A_capture_at_either_end_sees_each_packet_with_its_header()
    {
        var seen = new List<PacketSeen>();
        var path = Packets.Path(new PathShape { Delay = TimeSpan.FromMilliseconds(10) }, tap: seen.Add);
        path.Offer(Packets.Tcp(1234, 100), Packets.Milliseconds(1));
        path.Offer([0x45, 0, 0], Packets.Milliseconds(2));
        Assert.NotNull(path.Take(Packets.Milliseconds(30)));
        Assert.Equal([PacketEvent.Sent, PacketEvent.Arrived], seen.Select(one => one.Event));
        Assert.Equal([Packets.Milliseconds(1), Packets.Milliseconds(30)], seen.Select(one => one.At));
        Assert.All(seen, one => Assert.Equal(new TcpSegment(80, 40000, 1234, 0, 0x10, 502, 100), one.Segment));
    }
}
