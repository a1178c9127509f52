using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>The table of bytes with segments of 1452 bytes, exact to the byte, and a page of 34 kB over a long path.</summary>
internal static class SeedE
{
    /// <summary>Half a round is 20 ms, far more than a busy machine adds: the count is exact.</summary>
    private const int StepRtt = 40;

    private static readonly (int Window, long[] LastBytes)[] Table = [(2, [2_904, 8_712, 20_328, 43_560]), (10, [14_520, 43_560])];

    public static IEnumerable<Cell> Cells() =>
        [
            .. from row in Table
            from step in row.LastBytes.Index()
            from more in Enumerable.Range(0, 2)
            select Step(row.Window, step.Item + more, step.Index + 1 + more),
            // 24 segments of 1452 bytes: a New York page at 310 ms, 1.3 s before and 650 ms after.
            Page(100, 2, 401.3, "4 RTT"),
            Page(100, 10, 201.1, "2 RTT"),
            Page(310, 2, 1_240, "1,240 ms: more than 1 s, 4 RTT"),
            Page(310, 10, 620, "620 ms: half of it"),
            // The filmed page: 1.9 and 1.5 s in a browser. Time outside the network hides half of the model's saving.
            Demo(2, "1.9 s in a browser, Windows"),
            Demo(10, "1.5 s in a browser, Linux 3.2: 21 % less, 25 % without connecting; here 40 %"),
        ];

    private static Cell Demo(int window, string source) =>
        new FetchPlan(new(310), 35_000, window) { FromSyn = true, Source = source }.ToCell(
            $"seed-e/35000B/310ms/iw{window}",
            setup: PathSetup.SeedE
        );

    private static Cell Step(int window, long bytes, int rounds) =>
        new(
            $"seed-e/iw{window}/{bytes}B",
            $"{bytes:#,0} B, IW {window}, MSS 1452: round trips",
            bench =>
            {
                bench.Prepare(new(StepRtt), window);
                var series = bench.Fetch(bytes);
                var model = SlowStart
                    .Predict(
                        new()
                        {
                            SizeBytes = bytes,
                            Rtt = TimeSpan.FromMilliseconds(StepRtt),
                            InitCwnd = window,
                            Mss = bench.Setup.Mss,
                            HeaderBytes = bench.Setup.HeaderBytes,
                        }
                    )
                    .Rounds;
                return new Finding
                {
                    Source = $"{rounds}",
                    SourceValue = rounds,
                    Model = model,
                    Unit = "rounds",
                    Tolerance = 0,
                }
                    .With([.. series.Fetches.Select(fetch => Math.Round(fetch.Transfer.TotalMilliseconds / series.Rtt))], series)
                    .Judged();
            }
        )
        {
            Setup = PathSetup.SeedE,
            Short = true,
        };

    private static Cell Page(int rtt, int window, double milliseconds, string source) =>
        new FetchPlan(new(rtt), 34_816, window) { SourceValue = milliseconds, Source = source }.ToCell(
            $"seed-e/34816B/{rtt}ms/iw{window}",
            isShort: rtt == 100 && window == 10,
            setup: PathSetup.SeedE
        );
}
