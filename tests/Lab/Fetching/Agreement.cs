namespace IwTune.Lab;

/// <summary>
/// Which of several fetches count: the quickest that agree. What the path does is constant. Other work only ever adds to it, and a machine
/// that is stopped for a while by its own host adds the same to many.
/// </summary>
public static class Agreement
{
    /// <summary>
    /// The quickest so many that lie within <paramref name="calm"/> and half a percent; <see langword="null"/> when none do.
    /// </summary>
    public static IReadOnlyList<Fetch>? Of(IReadOnlyList<Fetch> made, int times, TimeSpan calm)
    {
        if (made.Count < times)
            return null;
        var ordered = Ordered(made);
        var first = Enumerable
            .Range(0, ordered.Count - times + 1)
            .FirstOrDefault(at => Span(ordered, at, times) <= calm + 0.005 * ordered[at].Transfer, -1);
        return first < 0 ? null : ordered.GetRange(first, times);
    }

    /// <summary>The same, or those that come closest to it.</summary>
    public static IReadOnlyList<Fetch> OrClosest(IReadOnlyList<Fetch> made, int times, TimeSpan calm)
    {
        if (Of(made, times, calm) is { } agreeing)
            return agreeing;
        var ordered = Ordered(made);
        return ordered.GetRange(Enumerable.Range(0, ordered.Count - times + 1).MinBy(at => Span(ordered, at, times)), times);
    }

    private static List<Fetch> Ordered(IEnumerable<Fetch> made) => [.. made.OrderBy(fetch => fetch.Transfer)];

    private static TimeSpan Span(List<Fetch> ordered, int first, int times) =>
        ordered[first + times - 1].Transfer - ordered[first].Transfer;
}
