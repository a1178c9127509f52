using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// A path like 3G: 255 ms and packets that are up to 120 ms late. The saving is the difference of two averages of ten, as in the article
/// that proposed ten segments; between single fetches it can be lost in the jitter.
/// </summary>
internal static class Mobile
{
    private const int Rtt = 255,
        Jitter = 120,
        Times = 10,
        Before = 3,
        After = 10;

    public static IEnumerable<Cell> Cells() =>
        new long[] { 10_000, 50_000 }.Select(bytes => new Cell(
            $"mobile/{bytes / 1000}kB",
            $"{bytes:#,0} B at {Rtt} ms with up to {Jitter} ms of jitter: IW {After} saves, averages of ten",
            bench => Measure(bench, bytes)
        )
        {
            Short = bytes == 10_000,
        });

    private static Finding Measure(Bench bench, long bytes)
    {
        var (before, after) = (Fetches(bench, bytes, Before), Fetches(bench, bytes, After));
        var (slow, fast) = (Milliseconds(before), Milliseconds(after));
        var saved = slow.Average() - fast.Average();
        var rounds = Rounds(bench, bytes, Before) - Rounds(bench, bytes, After);
        // A round more costs its round trip and what its latest packet is late: between nothing and all of the jitter.
        return new Finding
        {
            Source = "averages of 10 account for jitter",
            Model = rounds * (Rtt + Jitter / 2.0),
            Measured = saved,
            Least = slow.Min() - fast.Max(),
            Greatest = slow.Max() - fast.Min(),
            Runs = Times,
            Made = Times,
            Unit = "ms",
            Tolerance = rounds * Jitter / 2.0,
            Reason = $"{Text(slow)} and {Text(fast)} ms; the range is that of single pairs",
        }.Judged();
    }

    private static Series Fetches(Bench bench, long bytes, int window)
    {
        bench.Prepare(new(Rtt) { Jitter = TimeSpan.FromMilliseconds(Jitter) }, window);
        return bench.FetchAll(bytes, Times);
    }

    private static List<double> Milliseconds(Series series) => [.. series.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds)];

    private static int Rounds(Bench bench, long bytes, int window) =>
        SlowStart
            .Predict(
                new()
                {
                    SizeBytes = bytes,
                    Rtt = TimeSpan.FromMilliseconds(Rtt),
                    InitCwnd = window,
                    Mss = bench.Setup.Mss,
                }
            )
            .Rounds;

    private static string Text(List<double> times) => $"{times.Average():0} ± {Deviation(times):0}";

    private static double Deviation(List<double> times)
    {
        var mean = times.Average();
        return Math.Sqrt(times.Sum(time => (time - mean) * (time - mean)) / (times.Count - 1));
    }
}
