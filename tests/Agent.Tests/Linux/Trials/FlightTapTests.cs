using System.Diagnostics;
using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Linux.Trials;

namespace IwTune.Agent.Tests.Linux.Trials;

/// <summary>The results from packets, in a conversation of three segments of which the second is lost once.</summary>
public sealed class FlightTapTests
{
    private const int Client = 40_000,
        Server = 80;
    private const byte Syn = 0x02,
        Ack = 0x10;
    private static readonly uint Isn = uint.MaxValue - 1_500; // so that sequence numbers pass zero
    private readonly FlightTap tap = new(3_000);

    public FlightTapTests()
    {
        ToServer(0, PacketEvent.Sent, Syn, 0, 0, 64_240);
        ToClient(1, PacketEvent.Sent, Syn | Ack, Isn, 0);
        ToServer(100, PacketEvent.Sent, Ack, Isn + 1, 200, 502);
        foreach (var (offset, at) in new[] { (0u, 150), (1_000u, 151), (2_000u, 152) })
            ToClient(at, PacketEvent.Sent, Ack, Isn + 1 + offset, 1_000);
        ToClient(151, PacketEvent.Lost, Ack, Isn + 1 + 1_000, 1_000);
        ToClient(200, PacketEvent.Arrived, Ack, Isn + 1, 1_000);
        ToClient(202, PacketEvent.Arrived, Ack, Isn + 1 + 2_000, 1_000);
        ToServer(250, PacketEvent.Arrived, Ack, Isn + 1 + 1_000, 0, 501);
        ToClient(260, PacketEvent.Sent, Ack, Isn + 1 + 1_000, 1_000);
        ToClient(310, PacketEvent.Arrived, Ack, Isn + 1 + 1_000, 1_000);
        ToServer(360, PacketEvent.Arrived, Ack, Isn + 2 + 3_000, 0, 502); // the end of the connection counts as one
    }

    [Fact]
    public void Times_begin_with_the_request_and_end_with_the_last_byte()
    {
        Assert.Equal(TimeSpan.FromMilliseconds(210), tap.Of(Client).Took);
        Assert.Equal(3_000, tap.Arrived);
    }

    [Fact]
    public void Sent_lost_sent_again_arrived_and_acknowledged_are_told_apart()
    {
        var arm = tap.Of(Client).ToArm("IW 3", 3, 1_000, scale: 7);
        Assert.Equal([(50_000, 1_000), (51_000, 2_000), (52_000, 3_000)], arm.Sent.Select(point => (point.At, point.Bytes)));
        Assert.Equal([(51_000, 1_000)], arm.Dropped.Select(point => (point.At, point.Bytes)));
        Assert.Equal([(160_000, 1_000)], arm.Retransmits.Select(point => (point.At, point.Bytes)));
        Assert.Equal([(100_000, 1_000), (102_000, 2_000), (210_000, 3_000)], arm.Received.Select(point => (point.At, point.Bytes)));
        Assert.Equal([(150_000, 1_000), (260_000, 3_000)], arm.Acknowledged.Select(point => (point.At, point.Bytes)));
        Assert.Equal([(150_000, 1_000 + (501 << 7)), (260_000, 3_000 + (502 << 7))], arm.Allowed.Select(point => (point.At, point.Bytes)));
    }

    private void ToServer(long ms, PacketEvent what, byte flags, uint acknowledged, int payload, int window) =>
        tap.See(new PacketSeen(Ticks(ms), PathWay.ToRight, what, new TcpSegment(Client, Server, 7, acknowledged, flags, window, payload)));

    private void ToClient(long ms, PacketEvent what, byte flags, uint sequence, int payload) =>
        tap.See(new PacketSeen(Ticks(ms), PathWay.ToLeft, what, new TcpSegment(Server, Client, sequence, 0, flags, 500, payload)));

    private static long Ticks(long ms) => ms * Stopwatch.Frequency / 1_000;
}
