using System.Runtime.InteropServices;

namespace IwTune.Shared.Charts;

/// <summary>How much room a drawing has, CSS pixels. Less than 320 × 200 is taken as that.</summary>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ChartSize(int Width, int Height)
{
    /// <summary>Fits a page's text column and half of a wide screen.</summary>
    public static ChartSize Usual { get; } = new(720, 400);

    internal ChartSize AtLeast() => new(Math.Max(320, Width), Math.Max(200, Height));
}
