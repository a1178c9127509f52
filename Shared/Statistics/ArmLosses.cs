using System.Runtime.InteropServices;

namespace IwTune.Shared.Statistics;

/// <summary>The losses of one arm over many slots of time, in sums.</summary>
/// <param name="Judged">Judged connections.</param>
/// <param name="Lost">Those that lost some of their first flight.</param>
/// <param name="Due">Losses that the hosts' own past predicts.</param>
/// <param name="SlotSquares">Sum over hosts and slots of what was due, squared.</param>
/// <param name="HostSquares">The same over hosts, each with all its slots.</param>
/// <param name="HostSpread">Sum over hosts of due² × <see cref="HostRate.Spread"/>.</param>
/// <param name="HostBursts">Sum over hosts of due² × <see cref="HostRate.Concentration"/>.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ArmLosses(
    double Judged,
    double Lost,
    double Due,
    double SlotSquares,
    double HostSquares,
    double HostSpread,
    double HostBursts
)
{
    /// <summary>Relative variance of the arm's losses by bursts.</summary>
    internal double Bursts(Overdispersion over) => Due <= 0 ? over.Bursts : over.Bursts * SlotSquares / (Due * Due);

    /// <summary>Relative variance of <see cref="Due"/>.</summary>
    internal double Known(Overdispersion over) =>
        Due <= 0 ? 0 : (HostSpread + (over.Bursts * HostBursts) + (over.Drift * HostSquares)) / (Due * Due);
}
