using System.Globalization;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>What a saving is over all page views of a day. Only the person's own count and the model are in it.</summary>
internal static class ViewsText
{
    public static void Write(Terminal terminal, long views, IReadOnlyList<PredictedRow> rows)
    {
        foreach (var row in rows)
        {
            if (row.SavedMs is { } saved && Math.Abs(saved) >= 0.05)
                terminal.Say(Of(views, rows[0].Iw, row.Iw, saved), hanging: 0);
        }
        terminal.Say(
            terminal.Paint(Ink.Quiet, "What this time is worth is not in the model: measure it on your own site (docs/predict.md)."),
            hanging: 0
        );
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
