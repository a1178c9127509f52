namespace IwTune.Lab.Reproducing;

/// <summary>Fetches under the same conditions.</summary>
/// <param name="Fetches">Those that count.</param>
/// <param name="All">Every one that was made, until so many agreed or patience was over.</param>
internal sealed record Series(IReadOnlyList<Fetch> Fetches, IReadOnlyList<Fetch> All)
{
    public int Made => All.Count;

    /// <summary>Least handshake: the path's round-trip time as it is.</summary>
    public double Rtt => All.Min(fetch => fetch.Handshake.TotalMilliseconds);

    public static double Median(IEnumerable<double> numbers)
    {
        var ordered = numbers.Order().ToList();
        return (ordered[(ordered.Count - 1) / 2] + ordered[ordered.Count / 2]) / 2;
    }
}
