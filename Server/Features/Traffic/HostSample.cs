namespace IwTune.Server.Features.Traffic;

/// <summary>
/// Hosts whose connections are read where those of all would take minutes. A distribution over the connections of a few hundred hosts
/// hardly differs from that of all; pages say of how many it is.
/// </summary>
internal static class HostSample
{
    /// <summary>Spread evenly over the ids, which are in the order of enrolment: the same hosts each time, of every rack.</summary>
    /// <returns>All of them, in the order of their ids, when they are no more than <paramref name="most"/>.</returns>
    public static IReadOnlyList<string> Of(IReadOnlyCollection<string> ids, int most)
    {
        var sorted = ids.Order(StringComparer.Ordinal).ToList();
        return sorted.Count <= most ? sorted : [.. Enumerable.Range(0, most).Select(i => sorted[(int)((long)i * sorted.Count / most)])];
    }
}
