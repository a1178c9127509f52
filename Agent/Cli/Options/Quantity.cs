using System.Globalization;

namespace IwTune.Agent.Cli.Options;

/// <summary>Amounts as people write them: <c>34kB</c>, <c>34kb</c>, <c>64KiB</c>, <c>1.5MB</c>; <c>10Mbit/s</c>, <c>500kbit</c>.</summary>
internal static class Quantity
{
    private static readonly (string Unit, double Factor)[] Sizes =
    [
        ("KiB", 1L << 10),
        ("MiB", 1L << 20),
        ("GiB", 1L << 30),
        ("TiB", 1L << 40),
        ("kB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("k", 1e3),
        ("M", 1e6),
        ("G", 1e9),
        ("T", 1e12),
        ("B", 1),
        ("", 1),
    ];

    private static readonly (string Unit, double Factor)[] Rates = [("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12), ("", 1)];

    private static readonly string[] PerSecond = ["bit/s", "bps", "bit", "b/s", ""];

    /// <summary>Bytes; <see langword="null"/> when it is none, or not a whole number of them.</summary>
    public static long? Bytes(string text) =>
        Read(text, Sizes) is { } bytes && bytes == Math.Floor(bytes) && bytes < 1L << 53 ? (long)bytes : null;

    /// <summary>Bits per second; <see langword="null"/> when it is none.</summary>
    public static double? BitRate(string text)
    {
        foreach (var suffix in PerSecond)
        {
            if (text.EndsWith(suffix, StringComparison.OrdinalIgnoreCase))
                return Read(text[..^suffix.Length], Rates);
        }
        return null;
    }

    /// <summary>Kilometres, with <c>km</c> or without; <see langword="null"/> when it is none.</summary>
    public static double? Kilometres(string text) => Read(text, [("km", 1), ("", 1)]);

    /// <summary>Bytes for people: <c>34 kB</c>.</summary>
    public static string OfBytes(double bytes) =>
        bytes switch
        {
            >= 1e9 => $"{Short(bytes / 1e9)} GB",
            >= 1e6 => $"{Short(bytes / 1e6)} MB",
            >= 1e4 => $"{Short(bytes / 1e3)} kB",
            _ => $"{Short(bytes)} B",
        };

    /// <summary>A rate for people: <c>10 Mbit/s</c>.</summary>
    public static string OfRate(double rate) =>
        rate switch
        {
            >= 1e9 => $"{Short(rate / 1e9)} Gbit/s",
            >= 1e6 => $"{Short(rate / 1e6)} Mbit/s",
            >= 1e3 => $"{Short(rate / 1e3)} kbit/s",
            _ => $"{Short(rate)} bit/s",
        };

    /// <summary>A number without unnecessary digits.</summary>
    public static string Short(double number) => number.ToString("#,0.###", CultureInfo.InvariantCulture);

    private static double? Read(string text, (string Unit, double Factor)[] units)
    {
        foreach (var (unit, factor) in units)
        {
            // In either case: 34kb never means bits, and 10m never means milli.
            if (
                text.EndsWith(unit, StringComparison.OrdinalIgnoreCase)
                && double.TryParse(
                    text.AsSpan(0, text.Length - unit.Length),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out var number
                )
            )
                return Math.Round(number * factor, 6);
        }
        return null;
    }
}
