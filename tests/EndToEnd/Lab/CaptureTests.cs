using System.Diagnostics;
using IwTune.Agent.Linux.Emulation;
using IwTune.Lab.Reproducing;

namespace IwTune.EndToEnd.Lab;

public sealed class CaptureTests
{
    private const int Segment = 1000;
    private const uint First = 4_294_967_000; // the numbers wrap within the first flight

    [Fact]
    public void A_first_flight_ends_with_the_first_acknowledgement_of_data()
    {
        var capture = new Capture([
            Asked(0),
            Acknowledged(1, First),
            Data(PacketEvent.Sent, 2, 0),
            Data(PacketEvent.Sent, 2, 1),
            Data(PacketEvent.Sent, 2, 2),
            Data(PacketEvent.Lost, 2, 2),
            Data(PacketEvent.Arrived, 50, 0),
            Data(PacketEvent.Arrived, 51, 1),
            Acknowledged(100, unchecked(First + 2 * Segment)),
            Data(PacketEvent.Sent, 101, 3),
            Data(PacketEvent.Sent, 102, 2),
            Data(PacketEvent.Arrived, 150, 3),
            Data(PacketEvent.Arrived, 151, 2),
        ]);
        Assert.Equal((3, 3 * Segment, 1), (capture.FirstFlight, capture.FirstFlightBytes, capture.LostOfFirstFlight));
        Assert.Equal((5, 1), (capture.Sent, capture.Retransmitted));
    }

    [Fact]
    public void Bytes_over_time_are_those_of_either_end()
    {
        var capture = new Capture([
            Asked(10),
            Data(PacketEvent.Sent, 20, 0),
            Data(PacketEvent.Sent, 21, 1),
            Data(PacketEvent.Arrived, 70, 0),
            Data(PacketEvent.Arrived, 71, 1),
            Data(PacketEvent.Sent, 90, 1),
        ]);
        Assert.Equal([(0, 0), (10, 1000), (11, 2000)], capture.BytesOverTime(PacketEvent.Sent));
        Assert.Equal([(0, 0), (60, 1000), (61, 2000)], capture.BytesOverTime(PacketEvent.Arrived));
    }

    private static PacketSeen Asked(int milliseconds) =>
        At(milliseconds, PathWay.ToLeft, PacketEvent.Sent, new(40000, 4000, 1, First, 0x18, 502, 8));

    private static PacketSeen Data(PacketEvent what, int milliseconds, int number) =>
        At(milliseconds, PathWay.ToRight, what, new(4000, 40000, unchecked(First + (uint)(number * Segment)), 9, 0x10, 502, Segment));

    private static PacketSeen Acknowledged(int milliseconds, uint next) =>
        At(milliseconds, PathWay.ToLeft, PacketEvent.Arrived, new(40000, 4000, 9, next, 0x10, 502, 0));

    private static PacketSeen At(int milliseconds, PathWay way, PacketEvent what, TcpSegment segment) =>
        new(milliseconds * Stopwatch.Frequency / 1000, way, what, segment);
}
