namespace IwTune.Lab.Reproducing;

/// <summary>Fetches under the same conditions.</summary>
/// <param name="Fetches">The steadiest of those in a row.</param>
/// <param name="Made">How many fetches were made until so many in a row were calm, or the patience was over.</param>
internal sealed record Series(IReadOnlyList<Fetch> Fetches, int Made)
{
    /// <summary>Least handshake: the path's round-trip time as it is.</summary>
    public double Rtt => Fetches.Min(fetch => fetch.Handshake.TotalMilliseconds);

    public static double Median(IEnumerable<double> numbers)
    {
        var ordered = numbers.Order().ToList();
        return (ordered[(ordered.Count - 1) / 2] + ordered[ordered.Count / 2]) / 2;
    }
}
