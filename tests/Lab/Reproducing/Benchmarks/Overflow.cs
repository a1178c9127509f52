namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// The law of the first flight: of F segments from a fast sender into a queue of B packets max(0, F − (B + 1)) are lost. Exact.
/// </summary>
internal static class Overflow
{
    private static readonly int[] Queues = [5, 10, 20, 40];
    private static readonly int[] Windows = [3, 10, 11, 12, 20, 32, 44];

    public static IEnumerable<Cell> Cells() =>
        from queue in Queues
        from window in Windows
        select Cell(queue, window, isShort: queue == 10 && (window is 11 or 12 or 44));

    private static Cell Cell(int queue, int window, bool isShort) =>
        new(
            $"overflow/queue{queue}/iw{window}",
            $"first flight of {window} segments, 2 Mbit/s, {queue} packets of queue: packets lost",
            bench =>
            {
                bench.Prepare(new(100, 2e6, queue), window);
                var series = bench.FetchApart(window * bench.Setup.Mss, times: 3);
                var captures = series.Fetches.Select(bench.Of).ToList();
                var law = Math.Max(0, window - (queue + 1));
                return new Finding
                {
                    Source = $"max(0, F − (B + 1)) = {law}",
                    SourceValue = law,
                    Model = law,
                    Unit = "packets",
                    Tolerance = 0,
                }
                    .With([.. captures.Select(one => (double)one.LostOfFirstFlight)], series)
                    .Judged(
                        captures.FirstOrDefault(one => one.FirstFlight != window) is { } odd ? $"a first flight of {odd.FirstFlight}" : null
                    );
            }
        )
        {
            Short = isShort,
        };
}
