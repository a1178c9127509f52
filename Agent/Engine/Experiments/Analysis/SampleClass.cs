using System.Runtime.InteropServices;

namespace IwTune.Agent.Engine.Experiments.Analysis;

/// <summary>
/// Connections that may be compared: of about one size, over about one distance. A mean over all sizes describes none of them.
/// </summary>
/// <param name="Size">The place among the sizes.</param>
/// <param name="Rtt">The place among the distances; -1 when none was measured.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct SampleClass(int Size, int Rtt)
{
    // What the initial windows of 3, 10 and 44 segments carry at 1448 bytes are 4, 14 and 64 kB.
    private static readonly (long Below, string Name)[] Sizes =
    [
        (4_300, "< 4 kB"),
        (14_400, "4-14 kB"),
        (64_000, "14-64 kB"),
        (256_000, "64-256 kB"),
        (long.MaxValue, "> 256 kB"),
    ];
    private static readonly (long Below, string Name)[] Rtts =
    [
        (5_000, "< 5 ms"),
        (25_000, "5-25 ms"),
        (75_000, "25-75 ms"),
        (200_000, "75-200 ms"),
        (long.MaxValue, "> 200 ms"),
    ];

    /// <summary>Of one connection.</summary>
    public static SampleClass Of(ExperimentSample sample) =>
        new(
            Array.FindIndex(Sizes, size => sample.Bytes < size.Below),
            sample.MinRtt is { } rtt ? Array.FindIndex(Rtts, one => rtt < one.Below) : -1
        );

    /// <summary>For tables.</summary>
    public string SizeName => Sizes[Size].Name;

    /// <summary>For tables.</summary>
    public string RttName => Rtt < 0 ? "not known" : Rtts[Rtt].Name;

    /// <summary>Its place in a table: small and near first.</summary>
    public int Place => Size * (Rtts.Length + 1) + Rtt + 1;
}
