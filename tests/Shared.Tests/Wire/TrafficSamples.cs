using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

/// <summary>Traffic as agents report it.</summary>
internal static class TrafficSamples
{
    public static Gen<TrafficProfile> Profiles { get; } =
        from bytes in Numbers(10_000_000)
        from rtts in Numbers(400_000)
        from windows in Numbers(65_535)
        from judged in Gen.Choose(0, 20)
        from size in Gen.Elements(536, 1448, 1460)
        from name in Gen.Elements("cubic", "bbr", "reno")
        select Make(bytes, rtts, windows, judged, size, name);

    private static TrafficProfile Make(List<long> bytes, List<long> rtts, List<long> windows, int judged, int size, string name) =>
        new()
        {
            Connections = bytes.Count,
            Bytes = Slots(bytes),
            MinRtt = Slots(rtts),
            QueueDelay = Slots(windows),
            DeliveryRate = Slots(bytes),
            PeerWindow = Slots(windows),
            Concurrency = Slots(windows),
            SegmentSizes = bytes.Count == 0 ? new Dictionary<int, long>() : new Dictionary<int, long> { [size] = bytes.Count },
            Mss = bytes.Count == 0 ? null : size,
            Judged = judged,
            FirstFlightLoss = judged / 3,
            Segments = bytes.Count * 3L,
            SegmentsAgain = bytes.Count,
            HeldByPeer = judged / 2,
            Marked = judged / 5,
            HeldBySendBuffer = judged / 4,
            CongestionControls = new Dictionary<string, long> { [name] = Math.Max(1, bytes.Count) },
            Cells =
            [
                .. bytes
                    .Zip(rtts)
                    .GroupBy(pair => (Histogram.Slot(pair.First) / 4, Histogram.Slot(pair.Second) / 4))
                    .Select(cell => new TrafficCell(
                        cell.Key.Item1,
                        cell.Key.Item2,
                        cell.Count(),
                        cell.Count() / 2,
                        cell.Sum(pair => pair.Second)
                    ))
                    .OrderBy(cell => (cell.Bytes, cell.MinRtt)),
            ],
            Fetch =
            [
                .. bytes
                    .Zip(rtts)
                    .Where(pair => pair.Second >= FetchTimes.LeastRtt)
                    .GroupBy(pair => (FetchTimes.SizeOf(pair.First), FetchTimes.RttOf(pair.Second)))
                    .OrderBy(kind => kind.Key)
                    .Select(kind => new FetchTimes(kind.Key.Item1, kind.Key.Item2, Slots([.. kind.Select(pair => 2 * pair.Second)]))),
            ],
        };

    private static Gen<List<long>> Numbers(int most) => Gen.Choose(0, most).Select(number => (long)number).ListOf();

    private static IReadOnlyDictionary<int, long> Slots(List<long> numbers)
    {
        var made = new Histogram();
        foreach (var number in numbers)
            made.Add(number);
        return made.Slots;
    }
}
