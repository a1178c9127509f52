namespace IwTune.Lab;

/// <summary>
/// Which of several fetches count: the quickest that agree. The path's effect is constant. Other work only ever adds time, and a machine
/// that its own host stops for a while adds the same time to many.
/// </summary>
public static class Agreement
{
    /// <summary>
    /// The quickest group of this size within <paramref name="calm"/> and half a percent; <see langword="null"/> when there is none.
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

    /// <summary>The same, or the group that is closest to it.</summary>
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
