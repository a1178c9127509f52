using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Console;

/// <summary>
/// Realistic connections: sizes and round-trip times like those of web servers, spread evenly over their distributions without randomness.
/// </summary>
internal static class SeededTraffic
{
    private const int Count = 1200;

    /// <summary>One day's report of a host with this round-trip time to most of its peers.</summary>
    public static Evidence Of(string target, int rttMs, int window, int i, DateTimeOffset at, double share = 1) =>
        new()
        {
            TargetId = target,
            Method = EvidenceMethod.Passive,
            At = at,
            Conclusive = true,
            ConfiguredCwnd = window,
            InitialCwnd = window,
            RttMicroseconds = rttMs * 1000,
            Passive = new PassiveFacts
            {
                Since = at.AddMinutes(-5),
                Closed = (long)(Count * share),
                Fresh = 40,
                Windows = new Dictionary<int, long> { [window] = 40 },
                FirstFlightOnly = (long)(Count * share) / 2,
                FirstFlightLoss = i,
                RttMedianMicroseconds = rttMs * 1000,
                RttP90Microseconds = rttMs * 1400,
                FinalCwndMedian = 2 * window,
                Sampled = i % 8 == 6,
                Profile = Profile((int)(Count * share), rttMs, window, i),
            },
        };

    private static TrafficProfile Profile(int count, int rttMs, int window, int i)
    {
        var (bytes, rtts, queues) = (new Histogram(), new Histogram(), new Histogram());
        var cells = new Dictionary<(int, int), (long Count, long Lost, long Busy)>();
        var lost = 0;
        for (var k = 0; k < count; k++)
        {
            // Two sequences that fill the square evenly (plastic number).
            var (u, v) = (Fraction((k + 1) * 0.7548776662), Fraction((k + 1) * 0.5698402910));
            var size = (long)Math.Exp(9.6 + (1.5 * Spread(u)));
            var rtt = (long)(rttMs * 1000 * Math.Exp(0.35 * Spread(v)));
            var loss = (k * 37) % 1000 < 3 + i;
            lost += loss ? 1 : 0;
            bytes.Add(size);
            rtts.Add(rtt);
            queues.Add((long)(rtt * 0.08 * v));
            var fetch = SlowStart
                .Predict(
                    new Transfer
                    {
                        SizeBytes = size,
                        Rtt = TimeSpan.FromMicroseconds(rtt),
                        InitCwnd = window,
                        HandshakeRounds = 0,
                    }
                )
                .Fetch;
            var key = (Histogram.Slot(size) / TrafficCell.Slots, Histogram.Slot(rtt) / TrafficCell.Slots);
            var cell = cells.GetValueOrDefault(key);
            cells[key] = (
                cell.Count + 1,
                cell.Lost + (loss ? 1 : 0),
                cell.Busy + (long)(fetch.TotalMicroseconds * (1.02 + (loss ? 1.2 : 0.1 * u)))
            );
        }
        return new TrafficProfile
        {
            Connections = count,
            Bytes = bytes.Slots,
            MinRtt = rtts.Slots,
            QueueDelay = queues.Slots,
            SegmentSizes = new Dictionary<int, long> { [1448] = count },
            Mss = 1448,
            Judged = i % 2 == 0 ? count * 6 / 10 : count,
            FirstFlightLoss = Math.Min(lost, count * 6 / 10),
            Segments = count * 24L,
            SegmentsAgain = lost * 4L,
            HeldByPeer = count / 9,
            HeldBySendBuffer = count / 60,
            CongestionControls =
                i % 2 == 0
                    ? new Dictionary<string, long> { ["bbr"] = count - 40, ["cubic"] = 40 }
                    : new Dictionary<string, long> { ["cubic"] = count },
            Cells =
            [
                .. cells.Select(cell => new TrafficCell(
                    cell.Key.Item1,
                    cell.Key.Item2,
                    cell.Value.Count,
                    cell.Value.Lost,
                    cell.Value.Busy
                )),
            ],
        };
    }

    private static double Fraction(double number) => number - Math.Floor(number);

    /// <summary>The inverse of the logistic curve, close to that of the normal one.</summary>
    private static double Spread(double share) => Math.Log((share + 0.002) / (1.002 - share)) / 1.7;
}
