namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// The second response of a connection that was idle for a second: with tcp_slow_start_after_idle it starts with the initial window again.
/// </summary>
internal static class AfterIdle
{
    private const long Bytes = 50_000;
    private const double Rtt = 100;

    private static readonly (bool On, int Window, double Milliseconds)[] Measured =
    [
        (true, 3, 402),
        (true, 10, 303),
        (true, 20, 202),
        (false, 3, 202),
        (false, 10, 101),
        (false, 20, 101),
    ];

    public static IEnumerable<Cell> Cells() =>
        Measured.Select(one => new Cell(
            $"idle/{(one.On ? "on" : "off")}/iw{one.Window}",
            $"50,000 B at 100 ms after 1 s idle, tcp_slow_start_after_idle {(one.On ? "on" : "off")}, IW {one.Window}",
            bench => Measure(bench, one.On, one.Window, one.Milliseconds)
        )
        {
            Short = one.Window == 10,
        });

    private static Finding Measure(Bench bench, bool on, int window, double source)
    {
        bench.Prepare(new(Rtt), window);
        bench.Server.Sysctl("net.ipv4.tcp_slow_start_after_idle", on ? "1" : "0");
        try
        {
            var series = bench.FetchAfterIdle(Bytes, TimeSpan.FromSeconds(1), times: 3);
            var rounds = (int)Math.Round(source / Rtt);
            return new Finding
            {
                Source = $"{source} ms",
                SourceValue = source,
                Model = rounds * Rtt,
                Unit = "ms",
                Tolerance = FetchPlan.Tolerance(rounds, rounds * Rtt),
            }
                .With([.. series.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds)], series)
                .Judged();
        }
        finally
        {
            bench.Server.Sysctl("net.ipv4.tcp_slow_start_after_idle", "1");
        }
    }
}
