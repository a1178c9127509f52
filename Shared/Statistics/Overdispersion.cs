using System.Runtime.InteropServices;

namespace IwTune.Shared.Statistics;

/// <summary>
/// How much more losses vary than independent connections would: losses come in bursts on a host for a while, and hosts change over hours.
/// </summary>
/// <param name="Bursts">
/// Square of the coefficient of variation of one host's loss rate from time slot to time slot, from 0; 4 when it varies by twice its mean.
/// </param>
/// <param name="Drift">
/// Square of the coefficient of variation by which hosts lasted at another rate than their past says, from <see cref="LeastDrift"/>.
/// </param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct Overdispersion(double Bursts, double Drift)
{
    /// <summary>No host stands still: its rate moves by 10 % against the others'.</summary>
    public const double LeastDrift = 0.01;

    /// <summary>Bursts that are assumed before any are observed: a rate that varies by 1.4 times its mean.</summary>
    public const double AssumedBursts = 2;

    /// <summary>
    /// The third cumulant of a count whose rate is gamma distributed is about 2·φ² times its mean; that of a multiple of a Poisson count
    /// with the same variance is φ² times it. The excess over 1 is taken twice for it (checked by <c>calibrate</c>).
    /// </summary>
    private const double Skewed = 2;

    /// <summary>Nothing is known yet.</summary>
    public static Overdispersion Assumed { get; } = new(AssumedBursts, LeastDrift);

    /// <summary>
    /// The variance of the tested arm's losses in a slot, given those of both arms, as a multiple of the binomial one (φ): what the
    /// evidence of the slot is divided by.
    /// </summary>
    /// <param name="share">The tested arm's share of the losses, above 0 and below 1.</param>
    /// <param name="losses">Those of both arms.</param>
    /// <param name="tested">What was due in the tested arm.</param>
    /// <param name="other">What was due in the other arm.</param>
    public double Factor(double share, long losses, ExpectedLosses tested, ExpectedLosses other) =>
        1 + (Skewed * Math.Max(0, losses - 1) * share * (1 - share) * Bursts * (tested.Concentration + other.Concentration));

    /// <summary>The same for one arm alone: its variance as a multiple of the Poisson one.</summary>
    /// <param name="mean">Its expected losses.</param>
    /// <param name="hosts">What was due of its hosts.</param>
    public double FactorAlone(double mean, ExpectedLosses hosts) => 1 + (Skewed * mean * Bursts * hosts.Concentration);
}
