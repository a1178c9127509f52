using IwTune.Server.Console;
using IwTune.Shared.Charts;
using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;

namespace IwTune.Server.Features.Recommendations.Pages;

/// <summary>A recommendation as pictures.</summary>
internal static class SweepCharts
{
    private static readonly long[] Sizes = [6_000, 14_000, 30_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];

    /// <summary>Time of a response over the window, by the model over all observed connections.</summary>
    public static Chart Times(Recommendation said) =>
        new(
            "Time by window",
            $"With {said.Current} segments half of the responses take {Ms(Of(said, said.Current)?.P50Ms)} or less, with {said.Segments} "
                + $"{Ms(Of(said, said.Segments)?.P50Ms)}.",
            new Axis("Initial window", "segments"),
            new Axis("Time of a response", "ms"),
            [
                new Series("nine in ten", SeriesKind.Line, [.. said.Sweep.Select(point => new Point(point.Segments, point.P90Ms))]),
                new Series("half", SeriesKind.Line, [.. said.Sweep.Select(point => new Point(point.Segments, point.P50Ms))]),
            ]
        );

    /// <summary>Rounds by window and size: where a larger window helps at all.</summary>
    public static HeatMap Rounds(Recommendation said, int mss)
    {
        var windows = said.Sweep.Select(point => point.Segments).ToList();
        return new(
            "Rounds by window and size",
            $"Round trips for a response of each size; equal columns mean no gain. {said.Current} segments are set.",
            new Axis("Initial window", "segments"),
            new Axis("Response", ""),
            new Axis("Rounds", ""),
            [.. windows.Select(window => $"{window}")],
            [.. Sizes.Select(size => Quantities.Bytes(size))],
            [
                .. Sizes.Select(size =>
                    (IReadOnlyList<double?>)
                        [
                            .. windows.Select(window =>
                                (double?)
                                    SlowStart
                                        .Predict(
                                            new Transfer
                                            {
                                                SizeBytes = size,
                                                Rtt = TimeSpan.FromMilliseconds(100),
                                                InitCwnd = window,
                                                Mss = mss,
                                            }
                                        )
                                        .Rounds
                            ),
                        ]
                ),
            ]
        );
    }

    private static SweepPoint? Of(Recommendation said, int window) => said.Sweep.FirstOrDefault(point => point.Segments == window);

    private static string Ms(double? time) => time is { } ms ? Quantities.Milliseconds((long)(ms * 1000)) : "–";
}
