using System.CommandLine;

namespace IwTune.Agent.Cli.Options;

/// <summary>The response and the path that a model is asked about, in the same words for every verb.</summary>
internal static class PathOptions
{
    public const long LargestSize = 1L << 40;

    private static readonly TimeSpan LongestRtt = TimeSpan.FromMinutes(1);

    /// <param name="description">The text in the help.</param>
    /// <param name="weighs">True when a size that is written twice counts twice.</param>
    public static Option<long[]> Sizes(string description, bool weighs = false) =>
        ListOption.Create(
            "--size",
            "SIZE,…",
            description,
            "a size from 1 byte to 1 TiB, as in 13516, 34kB or 64KiB",
            word => Quantity.Bytes(word) is { } bytes and >= 1 and <= LargestSize ? (long[])[bytes] : null,
            weighs
        );

    /// <param name="description">The text in the help.</param>
    /// <param name="shares">True when a gain is given as a share of the time, which must then be above 0.</param>
    public static Option<TimeSpan[]> Rtts(string description, bool shares = false) =>
        ListOption.Create(
            "--rtt",
            "TIME,…",
            description,
            $"a number and a unit (ms, s), as in 61ms; {(shares ? "above 0, up" : "from 0")} to 1m",
            word =>
                DurationOption.Read(word) is { } time && time <= LongestRtt && !(shares && time == TimeSpan.Zero)
                    ? (TimeSpan[])[time]
                    : null,
            weighs: shares
        );

    public static Option<int?> Mss(string description) => OneOption.Number("--mss", "BYTES", description, 1, 65_495);

    public static Option<double?> Rate(string description) =>
        OneOption.Create<double>(
            "--rate",
            "RATE",
            description,
            "a rate of 1 kbit/s to 1 Tbit/s, as in 10Mbit/s or 500k",
            word => Quantity.BitRate(word) is { } rate and >= 1e3 and <= 1e12 ? rate : null
        );
}
