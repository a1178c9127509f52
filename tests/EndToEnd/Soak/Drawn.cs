using IwTune.Shared.Statistics;
using IwTune.Soak.Judging;

namespace IwTune.EndToEnd.Soak;

/// <summary>Series as a soak of twelve minutes reads them, with a reading every second.</summary>
internal static class Drawn
{
    public const int Seconds = 720;

    /// <summary>A value for each second.</summary>
    public static IReadOnlyList<Point> Series(Func<double, double> value) =>
        [.. Enumerable.Range(0, Seconds).Select(second => new Point(second, value(second)))];

    /// <summary>Each reading by itself, around zero.</summary>
    public static Func<double, double> Noise(ulong seed, double deviation)
    {
        var random = new SeededRandom(seed);
        return _ => deviation * random.Normal();
    }

    /// <summary>What moves for half a minute before it comes back: of each deviation a thirtieth is lost every second.</summary>
    public static Func<double, double> SlowNoise(ulong seed, double deviation)
    {
        const double kept = 29.0 / 30;
        var (noise, now) = (Noise(seed, deviation * Math.Sqrt(1 - kept * kept)), 0.0);
        return second => now = kept * now + noise(second);
    }

    /// <summary>A heap that fills, and is collected.</summary>
    public static Func<double, double> Sawtooth(double period, double height) => second => second % period / period * height;
}
