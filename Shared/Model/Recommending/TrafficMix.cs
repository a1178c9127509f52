using System.Runtime.InteropServices;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>The responses of a profile as pairs of size and round-trip time with how many there were of each.</summary>
internal sealed class TrafficMix
{
    private TrafficMix(List<Response> responses) => Responses = responses;

    /// <summary>In a fixed order, so that equal profiles give equal sums.</summary>
    public List<Response> Responses { get; }

    /// <summary>
    /// Of the cells where there are any, each spread as the two distributions have it within the cell; otherwise as if size and time had
    /// nothing to do with each other.
    /// </summary>
    public static TrafficMix Of(TrafficProfile traffic)
    {
        var (sizes, times) = (Known(traffic.Bytes), Known(traffic.MinRtt));
        List<Response> made = [];
        if (traffic.Cells.Count == 0)
        {
            Spread(sizes, times, traffic.Connections, made);
            return new(made);
        }
        List<TrafficCell> cells = [.. traffic.Cells];
        cells.Sort((a, b) => (a.Bytes, a.MinRtt).CompareTo((b.Bytes, b.MinRtt)));
        foreach (var cell in cells)
        {
            if (cell.Connections > 0)
                Spread(Within(sizes, cell.Bytes), Within(times, cell.MinRtt), cell.Connections, made);
        }
        return new(made);
    }

    /// <summary>Exact to the byte, as described: each size with each round-trip time.</summary>
    public static TrafficMix Of(DescribedTraffic described)
    {
        List<Response> made = [];
        foreach (var size in described.Sizes)
        {
            foreach (var rtt in described.Rtts)
                made.Add(new(Math.Max(1, size), Math.Max(1, (long)rtt.TotalMicroseconds), 1));
        }
        return new(made);
    }

    private static void Spread(List<Slot> sizes, List<Slot> times, double connections, List<Response> into)
    {
        var all = Sum(sizes) * Sum(times);
        foreach (var size in all > 0 ? sizes : [])
        {
            foreach (var time in times)
                into.Add(new(Math.Max(1, size.Number), Math.Max(1, time.Number), connections * size.Count * time.Count / all));
        }
    }

    /// <summary>A cell outside the distributions, because they were reported at another time, has its own middle.</summary>
    private static List<Slot> Within(List<Slot> slots, int cell)
    {
        List<Slot> found = [];
        foreach (var slot in slots)
        {
            if (slot.Index / TrafficCell.Slots == cell)
                found.Add(slot);
        }
        if (found.Count == 0)
            found.Add(new(0, TrafficCell.Middle(Math.Clamp(cell, 0, Histogram.SlotCount / TrafficCell.Slots - 1)), 1));
        return found;
    }

    private static List<Slot> Known(IReadOnlyDictionary<int, long> slots)
    {
        List<Slot> known = [];
        foreach (var (slot, count) in slots)
        {
            if (count > 0 && Middle(slot) is { } number)
                known.Add(new(slot, number, count));
        }
        known.Sort((a, b) => a.Index.CompareTo(b.Index));
        return known;
    }

    private static long? Middle(int slot) => Histogram.Of(new Dictionary<int, long> { [slot] = 1 })?.Percentile(1);

    private static double Sum(List<Slot> slots)
    {
        var sum = 0.0;
        foreach (var slot in slots)
            sum += slot.Count;
        return sum;
    }

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Slot(int Index, long Number, double Count);
}

/// <summary>Responses of one size at one round-trip time.</summary>
/// <param name="Bytes">At least 1.</param>
/// <param name="RttMicroseconds">At least 1.</param>
/// <param name="Weight">How many.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct Response(long Bytes, long RttMicroseconds, double Weight);
