using System.Globalization;
using IwTune.Agent.Engine.Trials;
using IwTune.Shared.Charts;
using IwTune.Shared.Model;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>The results of a trial, for people.</summary>
internal static class LabPage
{
    private const int BarWidth = 24;

    /// <summary>The largest width of the figures beside the bars.</summary>
    private const int FiguresWidth = 81;

    public static void Write(Terminal terminal, TrialResult result)
    {
        terminal.Say(Head(result.Trial), hanging: 2);
        terminal.Out.WriteLine();
        Rows(terminal, result);
        terminal.Out.WriteLine();
        terminal.Say(terminal.Paint(Ink.Bold, TrialVerdict.Of(result)), hanging: 0);
        foreach (var warning in TrialWarnings.Of(result))
            terminal.Say($"{terminal.Paint(Ink.Attention, "note")}: {warning}", hanging: 6);
        if (result.Lacking.Length > 0)
            terminal.Say(result.Lacking, hanging: 0);
    }

    /// <summary>What the self-test counted.</summary>
    public static void Write(Terminal terminal, IReadOnlyList<FirstFlightCheck> checks)
    {
        var table = new Table(("IW", Align.Right), ("FIRST FLIGHT BYTES", Align.Right), ("EXPECTED", Align.Right), ("", Align.Left));
        var differ = 0;
        foreach (var check in checks)
        {
            differ += check.Holds ? 0 : 1;
            table.Add(
                Number(check.Window),
                Number(check.Bytes),
                Number(check.Expected),
                check.Holds ? new Cell("as set", Ink.Good) : new Cell("differs", Ink.Bad)
            );
        }
        table.Write(terminal);
        terminal.Say(
            differ == 0
                ? "A window on a route does what it should with this kernel: first flights are as large as it says, to the byte."
                : $"{differ} of {checks.Count} first flights are not what the route says: something on this host decides windows of its "
                    + "own, or holds senders back.",
            hanging: 0
        );
    }

    /// <summary>Bytes over time as the model predicts them, one series per window.</summary>
    public static Chart Expected(TrialResult result)
    {
        var (trial, series, words) = (result.Trial, new List<Series>(), new List<string>());
        foreach (var arm in result.Arms)
        {
            series.Add(new Series($"IW {Number(arm.Window)}", SeriesKind.Steps, Steps(trial, arm)));
            words.Add($"IW {Number(arm.Window)}: {Ms(arm.Predicted.Fetch.TotalMilliseconds)} ms");
        }
        return new Chart(
            "Bytes over time, by the model",
            $"The last byte arrives with {string.Join("; ", words)}.",
            new Axis("Time since the request", "ms"),
            new Axis("Bytes", "kB"),
            series
        );
    }

    /// <summary>
    /// The end of each flight: the response is cut where the window ends, and each prefix is predicted as a separate response.
    /// </summary>
    private static List<Point> Steps(Trial trial, TrialArm arm)
    {
        var points = new List<Point> { new(0, 0) };
        for (var segment = 1; segment <= trial.Segments; segment++)
        {
            var bytes = Math.Min(trial.SizeBytes, (long)segment * trial.Mss);
            var arrived = SlowStart.Predict(trial.TransferOf(arm.Window) with { SizeBytes = bytes }).Fetch.TotalMilliseconds;
            if (arrived > points[^1].X || segment == trial.Segments)
                points.Add(new(arrived, bytes / 1000.0));
            else
                points[^1] = new(points[^1].X, bytes / 1000.0);
        }
        return points;
    }

    private static void Rows(Terminal terminal, TrialResult result)
    {
        var measured = result.Arms[0].Runs > 0 || result.Arms[^1].Runs > 0;
        var room = terminal.Width is { } columns ? Math.Clamp(columns - FiguresWidth, 0, BarWidth) : BarWidth;
        var longest = 0.0;
        foreach (var arm in result.Arms)
            longest = Math.Max(longest, arm.Time);
        var table = measured
            ? new Table(
                ("IW", Align.Right),
                ("FLIGHTS", Align.Right),
                ("MODEL ms", Align.Right),
                ("MEDIAN ms", Align.Right),
                ("LEAST–MOST", Align.Right),
                ("OFF", Align.Right),
                ("RETRANSMITTED", Align.Right),
                ("QUEUE", Align.Right),
                ("", Align.Left)
            )
            : new Table(
                ("IW", Align.Right),
                ("FLIGHTS", Align.Right),
                ("MODEL ms", Align.Right),
                ("LOST AT ONCE", Align.Right),
                ("", Align.Left)
            );
        foreach (var arm in result.Arms)
        {
            var (window, rounds, model, bar) = (
                Number(arm.Window),
                Number(arm.Predicted.Rounds),
                Ms(arm.Predicted.Fetch.TotalMilliseconds),
                new Cell(Bar(arm.Time / longest, room), Ink.Quiet)
            );
            if (!measured)
                table.Add(window, rounds, model, Number(result.Trial.Overflow(arm.Window)), bar);
            else if (arm.Median is { } median)
                table.Add(
                    window,
                    rounds,
                    model,
                    new Cell(Ms(median), Ink.Bold),
                    $"{Ms(arm.Times[0])}–{Ms(arm.Times[^1])}",
                    Off(arm),
                    Again(arm),
                    Number(arm.QueueHigh),
                    bar
                );
            else
                table.Add(window, rounds, model, "-", "-", "-", "-", "-", bar);
        }
        table.Write(terminal);
    }

    private static string Head(Trial trial)
    {
        var path = string.Create(
            CultureInfo.InvariantCulture,
            $"{trial.SizeBytes:#,0} bytes ({trial.Segments:#,0} segments of {trial.Mss}) at {trial.Rtt.TotalMilliseconds:0.###} ms"
        );
        path += trial.RateBitsPerSecond is { } rate
            ? string.Create(
                CultureInfo.InvariantCulture,
                $" behind {rate / 1e6:0.###} Mbit/s with "
                    + $"{(trial.QueuePackets is { } queue ? $"a buffer of {queue} packets" : "a deep buffer")}"
            )
            : "";
        path +=
            trial.Jitter > TimeSpan.Zero
                ? string.Create(CultureInfo.InvariantCulture, $", jitter up to {trial.Jitter.TotalMilliseconds:0.###} ms")
                : "";
        path += trial.Lost.Count > 0 ? $", losing packet {string.Join(" and ", trial.Lost)}" : "";
        path += trial.Connections > 1 ? string.Create(CultureInfo.InvariantCulture, $", {trial.Connections} connections together") : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{path}; {trial.CongestionControl}, seed {trial.Seed}. Times are from request to last byte."
        );
    }

    private static string Bar(double share, int room) => new('█', Math.Clamp((int)Math.Round(share * room), Math.Min(1, room), room));

    private static string Off(TrialArm arm) => (arm.Deviation!.Value * 100).ToString("+0.0;-0.0", CultureInfo.InvariantCulture) + " %";

    private static Cell Again(TrialArm arm) =>
        arm.SegmentsAgain == 0
            ? "0"
            : new Cell(
                string.Create(CultureInfo.InvariantCulture, $"{arm.SegmentsAgain:0.#} ({arm.ShareAgain * 100:0.#} %)"),
                Ink.Attention
            );

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Ms(double time) => time.ToString("0.0", CultureInfo.InvariantCulture);
}
