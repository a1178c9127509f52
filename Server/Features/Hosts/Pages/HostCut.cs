namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>A page of the matching hosts. Only its own rows are sorted: a fleet is not sorted to show fifty of it.</summary>
/// <param name="Rows">In order.</param>
/// <param name="Before">Whether there are rows before it.</param>
/// <param name="Behind">Whether there are rows behind it.</param>
internal sealed record HostCut(IReadOnlyList<HostOrder> Rows, bool Before, bool Behind)
{
    private static readonly Comparer<HostOrder> Up = Comparer<HostOrder>.Create((a, b) => a.CompareTo(b)),
        Down = Comparer<HostOrder>.Create((a, b) => b.CompareTo(a));

    /// <summary>The requested order.</summary>
    public static Comparer<HostOrder> Order(HostsAddress at) => at.Sort is ['-', ..] ? Down : Up;

    public static HostCut Of(IReadOnlyList<HostOrder> matched, HostsAddress at, int size)
    {
        var order = Order(at);
        if (HostOrder.Parse(at.Before) is { } before)
        {
            // The last rows before it are the first rows in reverse order.
            var (rows, ahead) = First(matched, row => order.Compare(row, before) < 0, order == Up ? Down : Up, size);
            rows.Reverse();
            return new(rows, ahead > rows.Count, ahead < matched.Count);
        }
        var after = HostOrder.Parse(at.After);
        var (shown, left) = First(matched, row => after is null || order.Compare(row, after) > 0, order, size);
        return new(shown, left < matched.Count, left > shown.Count);
    }

    /// <summary>The first of those that count, in order, and how many count.</summary>
    private static (List<HostOrder> Rows, int Counted) First(
        IReadOnlyList<HostOrder> matched,
        Predicate<HostOrder> counts,
        Comparer<HostOrder> order,
        int size
    )
    {
        // The last of those kept is on top: a row that sorts before it replaces it.
        var kept = new PriorityQueue<HostOrder, HostOrder>(order == Up ? Down : Up);
        var counted = 0;
        foreach (var row in matched)
        {
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
        return (rows, counted);
    }
}
