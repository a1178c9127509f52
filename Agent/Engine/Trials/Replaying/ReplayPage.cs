using System.Globalization;
using System.Net;
using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Trials.Replaying;

/// <summary>A page that replays the arrivals of each window side by side, in real time or slower.</summary>
internal static class ReplayPage
{
    /// <param name="capture">What was measured.</param>
    /// <param name="result">The times of all runs.</param>
    /// <param name="remarks">Sentences below the difference.</param>
    /// <param name="writer">Name and version of this program.</param>
    public static string Of(Capture capture, TrialResult result, IReadOnlyList<string> remarks, string writer)
    {
        var data = ReplayData.Of(capture);
        return ReplayTemplate.Fill(
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["title"] = Text($"{capture.Title}: {Windows(capture)}, side by side"),
                ["lead"] = Text(Lead(capture, result.Trial, data)),
                ["arms"] = string.Concat(capture.Arms.Select(Arm)),
                ["saved"] = Saved(capture),
                ["views"] = remarks.Count == 0 ? "" : $"<p>{string.Join("<br>\n", remarks.Select(Text))}</p>\n",
                ["rows"] = string.Concat(capture.Arms.Select((arm, i) => Row(arm, data.Arms[i], result))),
                ["origin"] = Text(Origin(capture, writer)),
                ["data"] = JsonSerializer.Serialize(data, ReplayJson.Default.ReplayData),
            }
        );
    }

    private static string Windows(Capture capture)
    {
        var windows = capture.Arms.Select(arm => Number(arm.InitCwnd ?? 0)).ToList();
        return $"initial windows {string.Join(", ", windows[..^1])} and {windows[^1]}";
    }

    private static string Lead(Capture capture, Trial trial, ReplayData data)
    {
        var segments = data.Cell / trial.Mss;
        var cell = segments == 1 ? "a segment" : string.Create(CultureInfo.InvariantCulture, $"{segments} segments");
        var which =
            trial.Runs == 1
                ? "the only run"
                : string.Create(CultureInfo.InvariantCulture, $"of {trial.Runs} runs the one nearest to the median");
        return string.Create(
            CultureInfo.InvariantCulture,
            $"The same response of {capture.SizeBytes:#,0} bytes as it arrived over the emulated path: {which}. "
                + $"All start with the request. A cell is {cell} of {trial.Mss} bytes; the colour changes after each pause."
        );
    }

    private static string Arm(CaptureArm arm, int number) =>
        $"""
            <section class="arm" id="arm{Number(number)}"><h2>Initial window {Number(arm.InitCwnd ?? 0)}</h2>
            <p class="state">complete after {Ms(Last(arm))}</p><div class="cells"></div></section>

            """;

    private static string Saved(Capture capture)
    {
        var first = capture.Arms[0];
        var sentences = capture.Arms.Skip(1).Select(arm => Difference(first, arm));
        return string.Join("<br>\n", sentences.Select(Text));
    }

    private static string Difference(CaptureArm first, CaptureArm other)
    {
        var saved = Last(first) - Last(other);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Initial window {other.InitCwnd}: complete {Ms(Math.Abs(saved))} {(saved >= 0 ? "before" : "after")} "
                + $"initial window {first.InitCwnd}."
        );
    }

    private static string Row(CaptureArm arm, ReplayArm replay, TrialResult result)
    {
        var trial = result.Arms.Single(one => one.Window == arm.InitCwnd);
        string[] cells =
        [
            Ms(Last(arm)),
            Ms(trial.Median ?? 0),
            $"{Ms(trial.Times[0])[..^3]}–{Ms(trial.Times[^1])}",
            trial.SegmentsAgain.ToString("0.#", CultureInfo.InvariantCulture),
            string.Join(" + ", replay.Groups(result.Trial.Mss).Select(group => Number(group))),
        ];
        return $"<tr><th scope=\"row\">{Number(trial.Window)}</th>{string.Concat(cells.Select(cell => $"<td>{Text(cell)}</td>"))}</tr>\n";
    }

    private static string Origin(Capture capture, string writer)
    {
        var control = capture.CongestionControl.Length > 0 ? $"{capture.CongestionControl}, " : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Measured by {writer} at {capture.Taken.UtcDateTime:yyyy-MM-dd HH:mm} UTC: {capture.Environment}; "
                + $"{control}seed {capture.Seed}. Times are from the request's departure to the arrival at the client."
        );
    }

    private static double Last(CaptureArm arm) => arm.Received[^1].At / 1000.0;

    private static string Ms(double time) => time.ToString("0.0", CultureInfo.InvariantCulture) + " ms";

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
