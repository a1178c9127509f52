using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// The cost of one lost packet, by its position: ten segments at 100 ms, in additional round trips compared with no loss.
/// </summary>
internal static class LossPositions
{
    private const double Rtt = 100;

    private static readonly (int Window, int[] Lost, double Cost)[] Measured =
    [
        (10, [1], 1.0),
        (10, [2], 1.0),
        (10, [3], 1.0),
        (10, [4], 1.0),
        (10, [5], 1.0),
        (10, [8], 1.3),
        (10, [9], 1.3),
        (10, [10], 2.0),
        (10, [6, 7, 8, 9, 10], 4.0),
        (3, [1], 1.3),
        (3, [5], 0),
        (3, [9], 1.0),
        (3, [10], 3.15),
    ];

    public static IEnumerable<Cell> Cells() =>
        Measured.Select(one => new Cell(
            $"loss/iw{one.Window}/{string.Join('+', one.Lost)}",
            $"10 segments at 100 ms, IW {one.Window}, packet {string.Join(", ", one.Lost)} lost: round trips more",
            bench => Measure(bench, one.Window, one.Lost, one.Cost)
        )
        {
            Short = one is { Window: 10, Lost: [1] },
        });

    private static Finding Measure(Bench bench, int window, int[] lost, double cost)
    {
        bench.Prepare(new(Rtt, Lost: lost), window);
        var bytes = 10L * bench.Setup.Mss;
        var clean = SlowStart.Predict(
            new()
            {
                SizeBytes = bytes,
                Rtt = TimeSpan.FromMilliseconds(Rtt),
                InitCwnd = window,
            }
        );
        var series = bench.FetchApart(bytes, closes: true);
        var rounds = clean.Rounds + (int)Math.Ceiling(cost);
        return new Finding
        {
            Source = $"+{cost:0.0#} RTT",
            SourceValue = cost,
            Simulated = (Simulated(bytes, window, lost) - clean.Fetch.TotalMilliseconds) / Rtt,
            Unit = "RTT",
            // The tolerance of the source's last digit, and of the path.
            Tolerance = 0.05 + FetchPlan.Tolerance(rounds, rounds * Rtt) / Rtt,
        }
            .With([.. series.Fetches.Select(fetch => (fetch.Transfer - clean.Fetch).TotalMilliseconds / Rtt)], series)
            .Judged(
                bench.Of(series.Fetches[0]).LostOfFirstFlight == lost.Count(packet => packet <= window)
                    ? null
                    : "the script lost other packets"
            );
    }

    private static double Simulated(long bytes, int window, int[] lost) =>
        SlowStartSimulator
            .Run(
                new()
                {
                    SizeBytes = bytes,
                    Rtt = TimeSpan.FromMilliseconds(Rtt),
                    InitCwnd = window,
                },
                new() { Lost = [.. lost.Select(one => (long)one)], Closes = true }
            )
            .Fetch.TotalMilliseconds;
}
