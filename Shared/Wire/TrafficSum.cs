namespace IwTune.Shared.Wire;

/// <summary>Traffic of several times or hosts as one: the same as if all its connections had been counted in one place.</summary>
public static class TrafficSum
{
    /// <summary>Maximum of every sum, so that hosts' reports cannot overflow the sums that are reported again.</summary>
    private const long Most = 1L << 40;

    /// <summary>The same for times, which are larger than counts.</summary>
    private const long MostBusy = 1L << 56;

    /// <summary>Both.</summary>
    public static TrafficProfile Of(TrafficProfile one, TrafficProfile other)
    {
        var sizes = Sum(SegmentSizes(one), SegmentSizes(other));
        return new TrafficProfile
        {
            Connections = Sum(one.Connections, other.Connections),
            Bytes = Sum(one.Bytes, other.Bytes),
            MinRtt = Sum(one.MinRtt, other.MinRtt),
            QueueDelay = Sum(one.QueueDelay, other.QueueDelay),
            DeliveryRate = Sum(one.DeliveryRate, other.DeliveryRate),
            PeerWindow = Sum(one.PeerWindow, other.PeerWindow),
            Concurrency = Sum(one.Concurrency, other.Concurrency),
            SegmentSizes = sizes,
            Mss = MostFrequent(sizes),
            Judged = Sum(one.Judged, other.Judged),
            FirstFlightLoss = Sum(one.FirstFlightLoss, other.FirstFlightLoss),
            Segments = Sum(one.Segments, other.Segments),
            SegmentsAgain = Sum(one.SegmentsAgain, other.SegmentsAgain),
            HeldBySendBuffer = Sum(one.HeldBySendBuffer, other.HeldBySendBuffer),
            HeldByPeer = Sum(one.HeldByPeer, other.HeldByPeer),
            Marked = Sum(one.Marked, other.Marked),
            CongestionControls = Sum(one.CongestionControls, other.CongestionControls),
            Cells = Sum(one.Cells, other.Cells),
            Fetch = one.Fetch is { } left && other.Fetch is { } right ? FetchTimes.Sum(left, right) : one.Fetch ?? other.Fetch,
        };
    }

    /// <summary>The key with most connections, the smallest of several.</summary>
    /// <returns><see langword="null"/> when there is none.</returns>
    public static int? MostFrequent(IReadOnlyDictionary<int, long> counts)
    {
        int? found = null;
        foreach (var (key, count) in counts)
        {
            if (found is not { } best || count > counts[best] || (count == counts[best] && key < best))
                found = key;
        }
        return found;
    }

    private static IReadOnlyDictionary<int, long> SegmentSizes(TrafficProfile profile) =>
        profile is { SegmentSizes.Count: 0, Mss: { } mss, Connections: > 0 }
            ? new Dictionary<int, long> { [mss] = profile.Connections }
            : profile.SegmentSizes;

    private static long Sum(long one, long other) => Math.Min(one + other, Most);

    private static Dictionary<T, long> Sum<T>(IReadOnlyDictionary<T, long> one, IReadOnlyDictionary<T, long> other)
        where T : notnull
    {
        var sum = new Dictionary<T, long>(one);
        foreach (var (key, count) in other)
            sum[key] = Sum(sum.GetValueOrDefault(key), count);
        return sum;
    }

    private static List<TrafficCell> Sum(IReadOnlyList<TrafficCell> one, IReadOnlyList<TrafficCell> other)
    {
        var cells = new SortedDictionary<long, TrafficCell>();
        foreach (var cell in one)
            Add(cells, cell);
        foreach (var cell in other)
            Add(cells, cell);
        return [.. cells.Values];
    }

    private static void Add(SortedDictionary<long, TrafficCell> cells, TrafficCell cell)
    {
        var key = ((long)cell.Bytes << 32) | (uint)cell.MinRtt;
        cells[key] = cells.TryGetValue(key, out var there)
            ? there with
            {
                Connections = Sum(there.Connections, cell.Connections),
                FirstFlightLoss = Sum(there.FirstFlightLoss, cell.FirstFlightLoss),
                BusyMicroseconds = Math.Min(there.BusyMicroseconds + cell.BusyMicroseconds, MostBusy),
            }
            : cell;
    }
}
