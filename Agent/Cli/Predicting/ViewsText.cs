using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.Trials;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>What a saving is over all page views of a day, by the person's own count and by the model or measured medians.</summary>
internal static class ViewsText
{
    private const double LeastMs = 0.05;
    private const string Worth = "What this time is worth is not in the model: measure it on your own site (docs/predict.md).",
        WorthOfMeasured = "What this time is worth is not in these figures: measure it on your own site.";

    /// <summary>
    /// A sentence for each window of a trial after the first, and what they do not say. After an interrupted trial a measured time is not
    /// compared with the model's.
    /// </summary>
    public static List<string> Of(long views, TrialResult result)
    {
        var first = result.Arms[0];
        var sentences = result
            .Arms.Skip(1)
            .Where(arm => arm.Median is null == (first.Median is null) && Math.Abs(first.Time - arm.Time) >= LeastMs)
            .Select(arm => Of(views, first.Window, arm.Window, first.Time - arm.Time));
        return [.. sentences, WorthOfMeasured];
    }

    public static void Write(Terminal terminal, long views, IReadOnlyList<PredictedRow> rows)
    {
        foreach (var row in rows)
        {
            if (row.SavedMs is { } saved && Math.Abs(saved) >= LeastMs)
                terminal.Say(Of(views, rows[0].Iw, row.Iw, saved), hanging: 0);
        }
        terminal.Say(terminal.Paint(Ink.Quiet, Worth), hanging: 0);
    }

    private static string Of(long views, int before, int after, double saved) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{after} instead of {before} segments: {Math.Abs(saved):#,0.#} ms {(saved > 0 ? "less" : "more")} on {views:#,0} page views a "
                + $"day, {Time(Math.Abs(saved) / 1000 * views)} of waiting a day."
        );

    private static string Time(double seconds) =>
        seconds switch
        {
            < 120 => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.#} s"),
            < 7200 => string.Create(CultureInfo.InvariantCulture, $"{seconds / 60:0.#} min"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{seconds / 3600:#,0.#} h"),
        };
}
