namespace IwTune.Benchmarks.Figures.Connected;

/// <summary>
/// A publication, host by host: the server makes the bundles in turn, and each goes to the hosts' process. Both have the same processors,
/// of which each gets half while both have work, and all of them while the other has none.
/// </summary>
internal static class PublicationModel
{
    /// <returns>Seconds from the request to publish until each host has it, ascending.</returns>
    /// <param name="hosts">How many wait.</param>
    /// <param name="processors">Of the machine.</param>
    /// <param name="costs">Measured ones.</param>
    public static double[] Times(int hosts, int processors, UnitCosts costs)
    {
        var times = new double[hosts];
        var (now, made, read) = (costs.First, 0, 0);
        var (bundle, host) = (costs.Bundle, costs.Host);
        while (read < hosts)
        {
            var (making, reading) = (made < hosts, read < made);
            var share = making && reading ? processors / 2.0 : processors;
            var step = Math.Min(making ? bundle : double.MaxValue, reading ? host : double.MaxValue);
            now += step / share;
            if (making && (bundle -= step) <= 0)
                (made, bundle) = (made + 1, costs.Bundle);
            if (reading && (host -= step) <= 0)
                (times[read++], host) = (now, costs.Host);
        }
        return times;
    }

    /// <summary>The first second at which this share of the hosts has it.</summary>
    public static double Until(this double[] times, double share) => times[(int)Math.Ceiling(times.Length * share) - 1];
}
