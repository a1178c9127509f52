namespace IwTune.Server.Console;

/// <summary>Numbers with their units.</summary>
internal static class Quantities
{
    /// <summary>Thousands separated: <c>98,310</c>.</summary>
    public static string Count(long value) => value.ToString("N0");

    /// <summary>Bytes in decimal units, three figures: <c>536 B</c>, <c>14.6 kB</c>, <c>4.19 MB</c>.</summary>
    public static string Bytes(long bytes) =>
        bytes switch
        {
            < 1_000 => $"{bytes} B",
            < 1_000_000 => $"{Figures(bytes / 1e3)} kB",
            _ => $"{Figures(bytes / 1e6)} MB",
        };

    /// <summary>Milliseconds from microseconds: <c>0.08 ms</c>, <c>4.2 ms</c>, <c>104 ms</c>.</summary>
    public static string Milliseconds(long microseconds) =>
        (microseconds / 1000.0) switch
        {
            < 1 => $"{microseconds / 1000.0:0.##} ms",
            < 10 => $"{microseconds / 1000.0:0.0} ms",
            _ => $"{microseconds / 1000.0:0} ms",
        };

    /// <summary><c>1 host</c>, <c>2 hosts</c>.</summary>
    public static string Of(long count, string one, string? many = null) => $"{Count(count)} {(count == 1 ? one : many ?? one + "s")}";

    /// <summary>Whole hours, else minutes: <c>1 hour</c>, <c>90 minutes</c>.</summary>
    public static string Of(TimeSpan time) =>
        time.Ticks % TimeSpan.TicksPerHour == 0 ? Of((long)time.TotalHours, "hour") : Of((long)time.TotalMinutes, "minute");

    private static string Figures(double value) =>
        value switch
        {
            < 10 => value.ToString("0.##"),
            < 100 => value.ToString("0.#"),
            _ => value.ToString("0"),
        };
}
