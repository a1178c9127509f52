using System.Runtime.InteropServices;

namespace IwTune.Soak.Judging;

/// <summary>One reading of a series.</summary>
/// <param name="At">Since the begin of the soak, seconds.</param>
/// <param name="Value">In the series' unit.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct Point(double At, double Value);
