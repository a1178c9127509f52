using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Traffic;

/// <summary>Traffic as an agent reports it.</summary>
internal static class Told
{
    public const string Target = "ipv4 main default via 192.0.2.1 dev eth0";

    /// <summary>Five minutes of connections of one size at one round-trip time.</summary>
    public static Evidence Of(
        DateTimeOffset at,
        long connections,
        long bytes = 30_000,
        long rtt = 40_000,
        long lost = 0,
        string target = Target,
        bool sampled = false
    ) =>
        new()
        {
            TargetId = target,
            Method = EvidenceMethod.Passive,
            At = at,
            Conclusive = true,
            InitialCwnd = 10,
            Passive = new PassiveFacts
            {
                Since = at.AddMinutes(-5),
                Closed = connections,
                Sampled = sampled,
                Profile = Profile(connections, bytes, rtt, lost),
            },
        };

    public static TrafficProfile Profile(long connections, long bytes, long rtt, long lost) =>
        new()
        {
            Connections = connections,
            Bytes = Slot(bytes, connections),
            MinRtt = Slot(rtt, connections),
            QueueDelay = Slot(500, connections),
            DeliveryRate = Slot(20_000, connections),
            PeerWindow = Slot(65_160, connections),
            Concurrency = Slot(2, connections),
            SegmentSizes = new Dictionary<int, long> { [1448] = connections },
            Mss = 1448,
            Judged = connections,
            FirstFlightLoss = lost,
            Segments = connections * 21,
            SegmentsAgain = lost * 2,
            HeldByPeer = connections / 4,
            CongestionControls = new Dictionary<string, long> { ["cubic"] = connections },
            Cells =
            [
                new TrafficCell(
                    Histogram.Slot(bytes) / TrafficCell.Slots,
                    Histogram.Slot(rtt) / TrafficCell.Slots,
                    connections,
                    lost,
                    connections * rtt * 2
                ),
            ],
        };

    private static Dictionary<int, long> Slot(long number, long count) => new() { [Histogram.Slot(number)] = count };
}
