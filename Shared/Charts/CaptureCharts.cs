using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Charts;

/// <summary>
/// The charts of a <see cref="Capture"/>: bytes over time at each end, and one arm by sequence, acknowledgement and window.
/// </summary>
public static class CaptureCharts
{
    /// <summary>A window far above the response would press its steps to the ground.</summary>
    private const double MostAllowed = 1.6;

    private static readonly Axis Time = new("Time since the request", "ms");

    /// <summary>Bytes over time as segments left the sender, a series an arm.</summary>
    public static Chart Sender(Capture capture) => OverTime(capture, "At the sender", "left", arm => arm.Sent);

    /// <summary>Bytes over time as segments reached the receiver, a series an arm.</summary>
    public static Chart Receiver(Capture capture) => OverTime(capture, "At the receiver", "arrived", arm => arm.Received);

    /// <summary>
    /// One arm at its sender: what was sent, what was acknowledged, what the receiver allowed, and the marks of what was lost and
    /// retransmitted.
    /// </summary>
    public static Chart Sequence(Capture capture, CaptureArm arm)
    {
        var series = new List<Series> { arm.Sent.Count > 0 ? Steps("sent", arm.Sent) : Steps("arrived", arm.Received) };
        if (arm.Acknowledged.Count > 0)
            series.Add(Steps("acked", arm.Acknowledged));
        var most = capture.SizeBytes * MostAllowed;
        if (Clipped(arm.Allowed, most) is { Count: > 0 } allowed)
            series.Add(Steps("window", allowed));
        if (arm.Retransmits.Count > 0)
            series.Add(new Series("retransmitted", SeriesKind.Points, Points(arm.Retransmits)));
        if (arm.Dropped.Count > 0)
            series.Add(new Series("dropped", SeriesKind.Points, Points(arm.Dropped)));
        var lost =
            arm.Dropped.Count + arm.Retransmits.Count == 0
                ? "nothing was lost"
                : Invariant($"{arm.Dropped.Count} dropped, {arm.Retransmits.Count} retransmitted");
        var end = arm.Sent.Count > 0 ? Invariant($"the last new byte left after {Ms(arm.Sent[^1].At)}; ") : "";
        return new Chart(
            $"{arm.Name}: sequence",
            $"{Capital(end)}{(end.Length > 0 ? lost : Capital(lost))}.",
            Time,
            new Axis("Bytes", "kB"),
            series
        );
    }

    private static Chart OverTime(Capture capture, string where, string did, Func<CaptureArm, IReadOnlyList<CapturePoint>> of)
    {
        var (series, words) = (new List<Series>(), new List<string>());
        foreach (var arm in capture.Arms)
        {
            var points = of(arm);
            if (points.Count == 0)
                continue;
            series.Add(Steps(arm.Name, points));
            words.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{arm.Name}: {Kilobytes(points[^1].Bytes)} kB had {did} after {Ms(points[^1].At)}, in "
                        + $"{Flights(points, capture.RttMicroseconds)}"
                )
            );
        }
        return new Chart(
            $"{where}: bytes over time",
            words.Count == 0 ? "Nothing was captured here." : $"{string.Join("; ", words)}.",
            Time,
            new Axis("Bytes", "kB"),
            series
        );
    }

    private static Series Steps(string name, IReadOnlyList<CapturePoint> points)
    {
        // From nothing: without it the first step would begin in the air.
        var steps = new List<Point>(points.Count + 1) { new(points[0].At / 1000.0, 0) };
        steps.AddRange(Points(points));
        return new Series(name, SeriesKind.Steps, steps);
    }

    private static List<Point> Points(IReadOnlyList<CapturePoint> points)
    {
        var made = new List<Point>(points.Count);
        foreach (var point in points)
            made.Add(new(point.At / 1000.0, point.Bytes / 1000.0));
        return made;
    }

    private static List<CapturePoint> Clipped(IReadOnlyList<CapturePoint> points, double most)
    {
        var made = new List<CapturePoint>();
        foreach (var point in points)
        {
            if (point.Bytes <= most)
                made.Add(point);
        }
        return made;
    }

    /// <summary>Flights are apart by more than they are wide: a pause of 40 % of the round trip begins another.</summary>
    private static string Flights(IReadOnlyList<CapturePoint> points, long rtt)
    {
        var flights = 1;
        for (var i = 1; i < points.Count; i++)
        {
            if (points[i].At - points[i - 1].At > Math.Max(1000, rtt * 2 / 5))
                flights++;
        }
        return flights == 1 ? "one flight" : Invariant($"{flights} flights");
    }

    private static string Kilobytes(long bytes) => (bytes / 1000.0).ToString("#,0.###", CultureInfo.InvariantCulture);

    private static string Ms(long microseconds) => Invariant($"{microseconds / 1000.0:#,0.#} ms");

    private static string Capital(string text) => text.Length == 0 ? "" : char.ToUpperInvariant(text[0]) + text[1..];

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
