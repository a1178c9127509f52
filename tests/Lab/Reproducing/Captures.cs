namespace IwTune.Lab.Reproducing;

/// <summary>Two arms of one fetch as both ends of the path saw them, for the chart of bytes over time.</summary>
internal sealed record Captures(IReadOnlyList<(int Window, Capture Capture)> Arms)
{
    private static readonly int[] Windows = [3, 10];

    public static Captures Take(ulong seed)
    {
        using var bench = new Bench(PathSetup.Usual, seed);
        return new([
            .. Windows.Select(window =>
            {
                bench.Prepare(new(33), window);
                var series = bench.Fetch(50_000);
                return (window, bench.Of(FetchClient.Median(series.Fetches)));
            }),
        ]);
    }
}
