using System.Diagnostics;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>Stopwatch ticks: the monotonic clock at its own resolution.</summary>
internal static class EmulationClock
{
    public static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);

    public static long Ticks(double seconds) => (long)(seconds * Stopwatch.Frequency);
}
