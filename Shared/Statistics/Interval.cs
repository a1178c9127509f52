using System.Runtime.InteropServices;

namespace IwTune.Shared.Statistics;

/// <summary>An estimate and where the truth is with a stated confidence.</summary>
/// <param name="Estimate">The figure as measured.</param>
/// <param name="Low">The lower end.</param>
/// <param name="High">The upper end.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct Interval(double Estimate, double Low, double High)
{
    /// <summary>True when it holds this number.</summary>
    public bool Holds(double number) => Low <= number && number <= High;

    /// <summary>True when it lies wholly on one side of zero, so that the sign of a difference is known.</summary>
    public bool IsClear => Low > 0 || High < 0;
}
