using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic;

/// <summary>What a profile must hold before it is added to others: numbers that no agent can have seen would spoil every sum.</summary>
internal static class TrafficRules
{
    private const long Most = 1L << 40,
        MostBusy = 1L << 56;
    private const int MostNames = 32,
        MostCells = 2048,
        MostName = 32;

    /// <summary>The rule that is broken, beginning with the property's name; <see langword="null"/> when none is.</summary>
    public static string? Broken(TrafficProfile profile)
    {
        if (profile.Connections is < 1 or > Most)
            return $"connections is {profile.Connections}; 1 to {Most} belong there";
        (string Name, IReadOnlyDictionary<int, long> Slots)[] distributions =
        [
            ("bytes", profile.Bytes),
            ("minRtt", profile.MinRtt),
            ("queueDelay", profile.QueueDelay),
            ("deliveryRate", profile.DeliveryRate),
            ("peerWindow", profile.PeerWindow),
            ("concurrency", profile.Concurrency),
        ];
        foreach (var (name, slots) in distributions)
        {
            if (slots is null || Histogram.Of(slots) is not { } histogram)
                return $"{name}: slots 0 to {Histogram.SlotCount - 1} with counts of 1 to {Most} are needed";
            if (histogram.Count > profile.Connections)
                return $"{name}: counts {histogram.Count} connections of {profile.Connections}";
        }
        (string Name, long Count)[] parts =
        [
            ("judged", profile.Judged),
            ("heldBySendBuffer", profile.HeldBySendBuffer),
            ("heldByPeer", profile.HeldByPeer),
            ("marked", profile.Marked),
        ];
        foreach (var (name, count) in parts)
        {
            if (count < 0 || count > profile.Connections)
                return $"{name} is {count} of {profile.Connections} connections";
        }
        if (profile.FirstFlightLoss < 0 || profile.FirstFlightLoss > profile.Judged)
            return $"firstFlightLoss is {profile.FirstFlightLoss} of {profile.Judged} that were judged";
        if (profile.Segments is < 0 or > Most || profile.SegmentsAgain is < 0 or > Most)
            return $"segments and segmentsAgain: 0 to {Most} belong there";
        return Names(profile) ?? Cells(profile) ?? Fetch(profile);
    }

    private static string? Names(TrafficProfile profile)
    {
        if (profile.Mss is < 1 or > 65_535)
            return $"mss is {profile.Mss}; 1 to 65535 bytes belong there";
        if (
            profile.SegmentSizes is null or { Count: > MostNames }
            || profile.SegmentSizes.Any(size => size.Key is < 1 or > 65_535 || size.Value is < 1 or > Most)
        )
            return $"segmentSizes: at most {MostNames} sizes of 1 to 65535 bytes, each with a count";
        if (
            profile.CongestionControls is null or { Count: > MostNames }
            || profile.CongestionControls.Any(name =>
                name.Key.Length is 0 or > MostName || !ShownText.IsPlain(name.Key) || name.Value is < 1 or > Most
            )
        )
            return $"congestionControls: at most {MostNames} names of at most {MostName} characters, each with a count";
        return null;
    }

    private static string? Cells(TrafficProfile profile)
    {
        var last = Histogram.SlotCount / TrafficCell.Slots;
        if (profile.Cells is null or { Count: > MostCells })
            return $"cells: at most {MostCells} are needed";
        var told = 0L;
        foreach (var cell in profile.Cells)
        {
            if (
                cell is null
                || cell.Bytes < 0
                || cell.Bytes >= last
                || cell.MinRtt < 0
                || cell.MinRtt >= last
                || cell.Connections is < 1 or > Most
                || cell.BusyMicroseconds is < 0 or > MostBusy
                || cell.FirstFlightLoss < 0
                || cell.FirstFlightLoss > cell.Connections
            )
                return $"cells: bytes and minRtt of 0 to {last - 1}, connections and those of them with first-flight loss belong in each";
            told += cell.Connections;
        }
        return told > profile.Connections ? $"cells: count {told} connections of {profile.Connections}" : null;
    }

    private static string? Fetch(TrafficProfile profile)
    {
        if (profile.Fetch is not { } classes)
            return null;
        var (told, seen) = (0L, new HashSet<(int, int)>());
        foreach (var times in classes)
        {
            if (
                times is not { Size: >= 0 and < FetchTimes.Sizes, Rtt: >= 0 and < FetchTimes.Distances, Microseconds: not null }
                || !seen.Add((times.Size, times.Rtt))
                || Histogram.Of(times.Microseconds) is not { } histogram
            )
                return $"fetch: sizes 0 to {FetchTimes.Sizes - 1} and round-trip times 0 to {FetchTimes.Distances - 1}, each pair once, "
                    + $"with slots 0 to {Histogram.SlotCount - 1} and counts of 1 to {Most} are needed";
            told += histogram.Count;
        }
        return told > profile.Connections ? $"fetch: counts {told} connections of {profile.Connections}" : null;
    }
}
