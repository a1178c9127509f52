using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// One lossy connection leaves its threshold in the kernel's metrics cache of the peer, and the next costs a round trip on a healthy path.
/// </summary>
internal static class MetricsCache
{
    private const long Bytes = 100_000;
    private static readonly Conditions Healthy = new(100);

    public static IEnumerable<Cell> Cells() =>
        [
            new(
                "metrics/without",
                "100,000 B at 100 ms, IW 10, after a lossy connection whose threshold is not kept",
                bench => Measure(bench, "1", "302 ms", 302)
            )
            {
                Short = true,
            },
            new(
                "metrics/with",
                "100,000 B at 100 ms, IW 10, after a lossy connection whose threshold is kept",
                bench => Measure(bench, "0", "402 ms, with a threshold of 23 segments in the source", 402)
            )
            {
                Short = true,
            },
        ];

    private static Finding Measure(Bench bench, string noThreshold, string source, double milliseconds)
    {
        bench.Server.Sysctl("net.ipv4.tcp_no_metrics_save", "0");
        bench.Server.Sysctl("net.ipv4.tcp_no_ssthresh_metrics_save", noThreshold);
        try
        {
            // The 34th packet belongs to the third flight. CUBIC keeps 0.7 of the window at which the loss is found: 23 segments in the
            // source, 30 on this path. Either is below the 40 segments that the third flight needs, and costs one round trip.
            bench.Prepare(Healthy with { Lost = [34] }, 10);
            bench.FetchApart(Bytes, times: 1);
            bench.Prepare(Healthy, 10);
            // Every connection renews the kernel's cached metrics: only the first one after the loss is the measurement.
            var series = bench.FetchApart(Bytes, times: 1);
            var threshold = bench.AtStart(series.Fetches[0]).SsThresh;
            var predicted = SlowStart.Predict(
                new()
                {
                    SizeBytes = Bytes,
                    Rtt = Healthy.Rtt,
                    InitCwnd = 10,
                    SsThresh = threshold == int.MaxValue ? null : threshold,
                }
            );
            var model = predicted.Fetch.TotalMilliseconds;
            return new Finding
            {
                Source = source,
                SourceValue = milliseconds,
                Model = model,
                Unit = "ms",
                Tolerance = FetchPlan.Tolerance(predicted.Rounds, model),
                Reason =
                    threshold == int.MaxValue
                        ? "starts without a threshold"
                        : $"starts with the measured threshold of {threshold} segments",
            }
                .With([.. series.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds)], series)
                .Judged();
        }
        finally
        {
            bench.Server.Sysctl("net.ipv4.tcp_no_metrics_save", "1");
            bench.Server.Sysctl("net.ipv4.tcp_no_ssthresh_metrics_save", "1");
            _ = bench.Server.TryExec("ip", "tcp_metrics", "flush", "all");
        }
    }
}
