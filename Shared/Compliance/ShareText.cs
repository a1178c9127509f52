using System.Globalization;

namespace IwTune.Shared.Compliance;

/// <summary>A part of hosts in percent, as pages and reports show it.</summary>
public static class ShareText
{
    /// <summary>
    /// With one decimal. Rounding never makes all of almost all, or none of a few: one of 5,000 hosts that drifted must not disappear.
    /// </summary>
    /// <param name="part">Hosts of the part.</param>
    /// <param name="all">All hosts; without any there is no share.</param>
    /// <returns><c>99.5 %</c>, <c>&gt;99.9 %</c>, <c>–</c>.</returns>
    public static string Of(int part, int all) =>
        all == 0 ? "–"
        : part > 0 && part * 1000L < all ? "<0.1 %"
        : part < all && (all - part) * 1000L < all ? ">99.9 %"
        : ((decimal)part / all * 100).ToString("0.0", CultureInfo.InvariantCulture) + " %";
}
