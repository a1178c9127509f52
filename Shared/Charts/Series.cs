using System.Runtime.InteropServices;

namespace IwTune.Shared.Charts;

/// <summary>Numbers that belong together.</summary>
/// <param name="Name">What is written beside them.</param>
/// <param name="Kind">How they are drawn.</param>
/// <param name="Points">In the order of <see cref="Point.X"/>. A point that is not a number interrupts the line.</param>
public sealed record Series(string Name, SeriesKind Kind, IReadOnlyList<Point> Points);

/// <summary>How a series is drawn.</summary>
public enum SeriesKind
{
    /// <summary>Level until the next point, then straight up or down: something counted.</summary>
    Steps,

    /// <summary>From point to point.</summary>
    Line,

    /// <summary>Marks; with <see cref="Point.Low"/> and <see cref="Point.High"/> also how far it spreads.</summary>
    Points,

    /// <summary>The room between <see cref="Point.Low"/> and <see cref="Point.High"/>: what is normal, or how sure it is.</summary>
    Band,
}

/// <summary>One number over another.</summary>
/// <param name="X">To the right.</param>
/// <param name="Y">Upwards.</param>
/// <param name="Low">Lower end of the range that <paramref name="Y"/> represents; <see langword="null"/> when it is one number.</param>
/// <param name="High">Upper end of the range.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct Point(double X, double Y, double? Low = null, double? High = null);
