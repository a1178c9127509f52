using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// RFC 6928 §5.1's table of round trips. It counts one segment of growth an acknowledgement; this kernel counts bytes, so the window
/// doubles.
/// </summary>
internal static class Rfc6928
{
    private const int Rtt = 40;

    private static readonly (int Segments, int Three, int Ten)[] Table =
    [
        (3, 1, 1),
        (6, 2, 1),
        (10, 3, 1),
        (12, 3, 2),
        (21, 4, 2),
        (25, 5, 2),
        (33, 5, 3),
        (46, 6, 3),
        (51, 6, 4),
        (78, 7, 4),
        (79, 8, 4),
        (120, 8, 5),
        (127, 9, 5),
    ];

    public static IEnumerable<Cell> Cells() =>
        (
            from row in Table
            from arm in new[] { (Window: 3, Rounds: row.Three), (Window: 10, Rounds: row.Ten) }
            select Cell(row.Segments, arm.Window, arm.Rounds, isShort: row.Segments is 10 or 46)
        ).Append(
            new("rfc6928/by-packets", "the 26 cells by the event-by-event model as the RFC counts: how many differ", _ => ByPackets())
            {
                Short = true,
            }
        );

    /// <summary>No path is needed: no available stack grows by packets.</summary>
    private static Finding ByPackets()
    {
        int Rounds(int segments, int window) =>
            SlowStartSimulator
                .Run(
                    new()
                    {
                        SizeBytes = segments * 1448L,
                        Rtt = TimeSpan.FromMilliseconds(Rtt),
                        InitCwnd = window,
                    },
                    new()
                    {
                        Growth = Growth.Packets,
                        AckEvery = 2,
                        DelayedAck = null,
                    }
                )
                .Rounds;
        var differ = Table.Sum(row => (Rounds(row.Segments, 3) == row.Three ? 0 : 1) + (Rounds(row.Segments, 10) == row.Ten ? 0 : 1));
        return (
            Finding.Computed(differ) with
            {
                Source = "the table",
                Model = 0,
                Unit = "cells",
                Tolerance = 0,
                Reason = "computed",
            }
        ).Judged();
    }

    private static Cell Cell(int segments, int window, int byTable, bool isShort) =>
        new(
            $"rfc6928/{segments}segments/iw{window}",
            $"{segments} segments, IW {window}: round trips",
            bench =>
            {
                bench.Prepare(new(Rtt), window);
                var bytes = (long)segments * bench.Setup.Mss;
                var series = bench.Fetch(bytes);
                var model = SlowStart
                    .Predict(
                        new()
                        {
                            SizeBytes = bytes,
                            Rtt = TimeSpan.FromMilliseconds(Rtt),
                            InitCwnd = window,
                        }
                    )
                    .Rounds;
                return new Finding
                {
                    Source = $"{byTable} (growth by packets, delayed acknowledgements)",
                    Model = model,
                    Unit = "rounds",
                    Tolerance = 0,
                    Reason =
                        model == byTable
                            ? ""
                            : $"{model} where the window doubles (RFC 3465, and an acknowledgement for each of the first segments)",
                }
                    .With([.. series.Fetches.Select(fetch => Math.Round(fetch.Transfer.TotalMilliseconds / series.Rtt))], series)
                    .Judged()
                    .UnlessHeld(bench.HeldByReceiver(series), TimeSpan.FromMilliseconds(Rtt));
            }
        )
        {
            Short = isShort,
        };
}
