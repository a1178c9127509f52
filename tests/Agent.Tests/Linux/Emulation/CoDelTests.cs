using IwTune.Agent.Linux.Emulation;

namespace IwTune.Agent.Tests.Linux.Emulation;

public sealed class CoDelTests
{
    /// <summary>12 Mbit/s and 1500 bytes: 1 ms a packet.</summary>
    private static readonly PathShape Controlled = new() { RateBitsPerSecond = 12e6, Aqm = CoDel.Standard };

    [Fact]
    public void A_queue_that_is_gone_within_an_interval_loses_nothing()
    {
        var path = Packets.Path(Controlled);
        for (var i = 0u; i < 90; i++)
            path.Offer(Packets.Tcp(i, 1460), 0);
        Assert.Equal(90, Packets.Drain(path).Count);
        Assert.Equal(0, path.Counters.Controlled);
    }

    [Fact]
    public void A_queue_below_the_target_loses_nothing_however_long_it_stands()
    {
        var path = Packets.Path(Controlled);
        for (var i = 0u; i < 2_000; i++)
            path.Offer(Packets.Tcp(i, 1460), Packets.Milliseconds(Math.Max(0, (int)i - 3)));
        Packets.Drain(path);
        Assert.Equal(0, path.Counters.Controlled);
    }

    [Fact]
    public void A_standing_queue_loses_after_an_interval_and_then_ever_faster()
    {
        var lost = new List<double>();
        var path = Packets.Path(
            Controlled,
            tap: seen =>
            {
                if (seen.Event == PacketEvent.Lost)
                    lost.Add(seen.At * 1000.0 / System.Diagnostics.Stopwatch.Frequency);
            }
        );
        for (var i = 0u; i < 1_000; i++)
            path.Offer(Packets.Tcp(i, 1460), 0);
        Packets.Drain(path);
        // It is above the target from 5 ms on, so the first drop is at 105 ms; then 100/√1, 100/√2, 100/√3 … ms later, at the next packet's
        // turn.
        var due = 105.0;
        for (var count = 1; count <= 6; due += 100 / Math.Sqrt(count++))
            Assert.InRange(lost[count - 1], due - 0.001, due + 1.001);
        Assert.Equal(lost.Count, path.Counters.Controlled);
        Assert.Equal(1_000, path.Counters.Carried + path.Counters.Controlled);
    }
}
