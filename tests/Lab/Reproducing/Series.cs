namespace IwTune.Lab.Reproducing;

/// <summary>Fetches under the same conditions.</summary>
/// <param name="Fetches">Those that count.</param>
/// <param name="All">All fetches, until enough agreed or the maximum was reached.</param>
internal sealed record Series(IReadOnlyList<Fetch> Fetches, IReadOnlyList<Fetch> All)
{
    public int Made => All.Count;

    /// <summary>The smallest handshake: the path's actual round-trip time.</summary>
    public double Rtt => All.Min(fetch => fetch.Handshake.TotalMilliseconds);

    public static double Median(IEnumerable<double> numbers)
    {
        var ordered = numbers.Order().ToList();
        return (ordered[(ordered.Count - 1) / 2] + ordered[ordered.Count / 2]) / 2;
    }
}
