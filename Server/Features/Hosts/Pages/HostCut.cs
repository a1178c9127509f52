namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>A page of the matching hosts. Only its own rows are sorted: a fleet is not sorted to show fifty of it.</summary>
/// <param name="Rows">In order.</param>
/// <param name="Before">Whether there are rows before it.</param>
/// <param name="Behind">Whether there are rows behind it.</param>
/// <param name="Matched">Matching hosts.</param>
internal sealed record HostCut(IReadOnlyList<HostOrder> Rows, bool Before, bool Behind, int Matched)
{
    private static readonly Comparer<HostOrder> Up = Comparer<HostOrder>.Create((a, b) => a.CompareTo(b)),
        Down = Comparer<HostOrder>.Create((a, b) => b.CompareTo(a));

    /// <summary>The requested order.</summary>
    public static Comparer<HostOrder> Order(HostsAddress at) => at.Sort is ['-', ..] ? Down : Up;

    public static HostCut Of(IEnumerable<HostOrder> matched, HostsAddress at, int size)
    {
        var order = Order(at);
        if (HostOrder.Parse(at.Before) is { } before)
        {
            // The last rows before it are the first rows in reverse order.
            var (rows, ahead, all) = First(matched, row => order.Compare(row, before) < 0, order == Up ? Down : Up, size);
            rows.Reverse();
            return new(rows, ahead > rows.Count, ahead < all, all);
        }
        var after = HostOrder.Parse(at.After);
        var (shown, left, count) = First(matched, row => after is not { } last || order.Compare(row, last) > 0, order, size);
        return new(shown, left < count, left > shown.Count, count);
    }

    /// <summary>The first of those that count, in order; how many count, and how many there are.</summary>
    private static (List<HostOrder> Rows, int Counted, int Matched) First(
        IEnumerable<HostOrder> matched,
        Predicate<HostOrder> counts,
        Comparer<HostOrder> order,
        int size
    )
    {
        // The last of those kept is on top: a row that sorts before it replaces it.
        var kept = new PriorityQueue<HostOrder, HostOrder>(order == Up ? Down : Up);
        var (counted, all) = (0, 0);
        foreach (var row in matched)
        {
            all++;
            if (!counts(row))
                continue;
            counted++;
            if (kept.Count < size)
                kept.Enqueue(row, row);
            else if (order.Compare(row, kept.Peek()) < 0)
                kept.DequeueEnqueue(row, row);
        }
        var rows = new List<HostOrder>(kept.Count);
        while (kept.TryDequeue(out var row, out _))
            rows.Add(row);
        rows.Reverse();
        return (rows, counted, all);
    }
}
