namespace IwTune.Shared.Statistics;

/// <summary>
/// Whether two arms got as many units as they should have. When they did not, the assignment to arms is not random, or units of one arm are
/// lost on the way, and no comparison of the arms means anything.
/// </summary>
/// <param name="Share">The second arm's share of all.</param>
/// <param name="Expected">What it should be: one half.</param>
/// <param name="P">How likely a share as far off is by chance.</param>
public sealed record SampleRatio(double Share, double Expected, double P)
{
    /// <summary>Below this the arms are not comparable. Strict, because it is evaluated often.</summary>
    public const double Broken = 0.001;

    private const double Half = 0.5;

    /// <summary>True when the arms must not be compared.</summary>
    public bool IsBroken => P < Broken;

    /// <summary>
    /// For connections that are not independent, because those of one unit (a peer) are mostly in one arm: each unit was in the arms at
    /// random, with equal probability for both (<see cref="SignFlips"/>).
    /// </summary>
    /// <param name="units">Connections of each unit in the first and in the second arm.</param>
    public static SampleRatio OfUnits(IReadOnlyList<(long First, long Second)> units)
    {
        var (first, second) = (0L, 0L);
        var differences = new double[units.Count];
        for (var unit = 0; unit < differences.Length; unit++)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(units[unit].First, nameof(units));
            ArgumentOutOfRangeException.ThrowIfNegative(units[unit].Second, nameof(units));
            (first, second) = (first + units[unit].First, second + units[unit].Second);
            differences[unit] = units[unit].Second - units[unit].First;
        }
        return first + second == 0
            ? new SampleRatio(Half, Half, 1)
            : new SampleRatio((double)second / (first + second), Half, SignFlips.TwoSided(differences));
    }
}
