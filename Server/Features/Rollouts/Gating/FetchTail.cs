using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The slowest tenth, about, of one class of the control group's fetches in a slot.</summary>
/// <param name="Size">As <see cref="FetchTimes.Size"/>.</param>
/// <param name="Rtt">As <see cref="FetchTimes.Rtt"/>.</param>
/// <param name="Limit">The slot of the histogram that slow fetches lie above.</param>
/// <param name="Share">Their share, above 0 and below 1.</param>
public sealed record FetchTail(int Size, int Rtt, int Limit, double Share)
{
    private const double Fast = 0.9;

    /// <summary>Fewer fetches of a class in a slot give no tenth.</summary>
    private const long Least = 20;

    /// <summary>Each class with enough fetches.</summary>
    /// <param name="slot">All reports of one slot.</param>
    public static IReadOnlyList<FetchTail> Of(IReadOnlyList<CountedSlot> slot)
    {
        var found = new List<FetchTail>();
        foreach (var times in FetchTimes.Sum([.. slot.Where(one => one.Ring == 0).Select(one => one.Told.Fetch)]))
        {
            if (Histogram.Of(times.Microseconds) is not { } all || all.Count < Least)
                continue;
            var tail = new FetchTail(times.Size, times.Rtt, Histogram.Slot((long)all.Quantile(Fast)!.Value), 0);
            var share = (double)tail.In(times).Slow / all.Count;
            if (share > 0)
                found.Add(tail with { Share = share });
        }
        return found;
    }

    /// <summary>How many of these fetches are slow, and all of them.</summary>
    public (long Slow, long Count) In(FetchTimes times)
    {
        long slow = 0,
            count = 0;
        foreach (var (slot, connections) in times.Microseconds)
            (slow, count) = (slow + (slot > Limit ? connections : 0), count + connections);
        return (slow, count);
    }
}
