using System.Globalization;
using IwTune.Agent.Linux.Emulation;
using IwTune.Shared.Charts;

namespace IwTune.Lab.Reproducing;

/// <summary>The parts of a report that are clearer as plots.</summary>
internal static class Plots
{
    /// <summary>The plots that the rows allow: file name, title, drawing.</summary>
    public static IReadOnlyList<(string File, string Title, string Svg)> Of(LabReport report, Captures? captures)
    {
        var drawn = new List<(string, string, string)>();
        if (captures is not null)
        {
            Add("lab-bytes-at-sender.svg", BytesOverTime(captures, PacketEvent.Sent, "as the sender's capture shows it"));
            Add("lab-bytes-at-receiver.svg", BytesOverTime(captures, PacketEvent.Arrived, "as the receiver's capture shows it"));
        }
        if (Parted(report, "latency").ToList() is { Count: >= 12 } latency)
            Add("lab-latency.svg", Latency(latency));
        if (Parted(report, "shallow").ToList() is { Count: >= 10 } shallow)
        {
            var map = ShortQueues(shallow);
            drawn.Add(("lab-short-queues.svg", map.Title, SvgHeatMap.Draw(map, size: new(860, 400))));
        }
        if (Deviations(report) is { } deviations)
            Add("lab-deviations.svg", deviations);
        return drawn;

        void Add(string file, Chart chart) => drawn.Add((file, chart.Title, SvgChart.Draw(chart)));
    }

    private static Chart BytesOverTime(Captures captures, PacketEvent side, string where) =>
        new(
            $"50 kB at 33 ms, {where}",
            "With ten segments the bytes come in three flights, with three segments in four; a step is a round trip.",
            new("Time since the request", "ms"),
            new("Bytes", "kB"),
            [
                .. captures.Arms.Select(arm => new Shared.Charts.Series(
                    $"IW {arm.Window}",
                    SeriesKind.Steps,
                    [.. arm.Capture.BytesOverTime(side).Select(point => new Point(point.Milliseconds, point.Bytes / 1000))]
                )),
            ]
        );

    private static Chart Latency(IReadOnlyList<(string[] Parts, Finding Finding)> rows) =>
        new(
            "Fetch time over the initial window at 100 ms",
            "Every size falls in steps of a round trip; marks are measured, lines are the model.",
            new("Initial window", "segments"),
            new("Request to last byte", "ms"),
            [
                .. from size in rows.Where(row => row.Parts.Length == 3).GroupBy(row => row.Parts[1])
                where size.Key is "10000B" or "34816B" or "100000B" or "300000B"
                from kind in new[] { SeriesKind.Line, SeriesKind.Points }
                select new Shared.Charts.Series(
                    kind == SeriesKind.Line ? $"{double.Parse(size.Key[..^1], CultureInfo.InvariantCulture) / 1000:0} kB" : "",
                    kind,
                    [
                        .. size.Select(row => new Point(
                            Window(row.Parts),
                            (kind == SeriesKind.Line ? row.Finding.Model : row.Finding.Measured) ?? double.NaN
                        )),
                    ]
                ),
            ]
        );

    private static HeatMap ShortQueues(IReadOnlyList<(string[] Parts, Finding Finding)> rows)
    {
        var windows = rows.Select(row => Window(row.Parts)).Distinct().Order().ToList();
        var kinds = rows.Select(row =>
                $"{row.Parts[1]["queue".Length..]} packets, {double.Parse(row.Parts[2][..^1], CultureInfo.InvariantCulture) / 1000:0.#} kB"
            )
            .Distinct(StringComparer.Ordinal)
            .ToList();
        return new(
            "Fetch time behind a short queue, 2 Mbit/s, 100 ms",
            "A first flight longer than the queue loses its end; what that costs depends on which packets are lost, and is not even "
                + "monotone.",
            new("Initial window", "segments"),
            new("Queue and size", ""),
            new("Request to last byte", "ms"),
            [.. windows.Select(window => $"{window}")],
            kinds,
            [.. kinds.Select((_, at) => rows.Skip(at * windows.Count).Take(windows.Count).Select(row => row.Finding.Measured).ToList())]
        );
    }

    private static Chart? Deviations(LabReport report)
    {
        var rows = report
            .Findings.Where(finding => finding is { Unit: "ms", Model: > 0, Verdict: Verdict.Holds or Verdict.Fails, Deviation: not null })
            .ToList();
        return rows.Count < 10
            ? null
            : new Chart(
                "Measured against the closed form",
                "Every mark is a cell: how far its median is from the model, over what the model says; the band is what is allowed for "
                    + "three rounds.",
                new("Model", "ms"),
                new("Measured − model", "ms"),
                [
                    new(
                        "",
                        SeriesKind.Points,
                        [.. rows.OrderBy(row => row.Model).Select(row => new Point(row.Model!.Value, row.Deviation!.Value))]
                    ),
                    new(
                        "allowed",
                        SeriesKind.Band,
                        [.. new[] { 0, rows.Max(row => row.Model!.Value) }.Select(ms => new Point(ms, 0, -2 - 0.01 * ms, 2 + 0.01 * ms))]
                    ),
                ]
            );
    }

    private static IEnumerable<(string[] Parts, Finding Finding)> Parted(LabReport report, string benchmark) =>
        report.Findings.Where(finding => finding.Benchmark == benchmark).Select(finding => (finding.Id.Split('/'), finding));

    private static int Window(string[] parts) =>
        int.Parse(parts.First(part => part.StartsWith("iw", StringComparison.Ordinal))[2..], CultureInfo.InvariantCulture);
}
