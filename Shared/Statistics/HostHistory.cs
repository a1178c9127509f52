using System.Runtime.InteropServices;

namespace IwTune.Shared.Statistics;

/// <summary>What one host lost over the slots of a rollout in which it had no change, beside what was due.</summary>
/// <param name="Due">Losses due by its past and by what all hosts lost in the same slots.</param>
/// <param name="Lost">Losses.</param>
/// <param name="Squares">Sum over the slots of what was due, squared.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct HostHistory(double Due, double Lost, double Squares)
{
    /// <summary>One more slot.</summary>
    public HostHistory With(double due, long lost) => new(Due + due, Lost + lost, Squares + (due * due));

    /// <summary>The squared distance from what was due, less what counting explains: now, and in the past that the rate is from.</summary>
    internal double Excess(HostRate rate) => ((Lost - Due) * (Lost - Due)) - Due - (Due * Due * rate.Spread);

    /// <summary>How much more of that one unit of <see cref="Overdispersion.Bursts"/> explains.</summary>
    internal double Bursts(HostRate rate) => Squares + (Due * Due * rate.Concentration);
}
