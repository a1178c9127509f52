using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Charts;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>Windows against sizes, or against round-trip times, in a terminal and as a drawing.</summary>
internal static class ForecastMap
{
    /// <summary>Windows with equal results in every column share a row.</summary>
    public static void Write(Terminal terminal, Question question, List<PredictedRow> rows)
    {
        var columns = Names(question);
        var windows = question.Windows.Length;
        var best = ForecastTable.Best(rows, windows);
        var order = Enumerable.Range(0, windows).OrderBy(at => question.Windows[at]).ToList();
        var table = new Table([("IW", Align.Right), .. columns.Select(name => (name, Align.Right))]);
        for (var i = 0; i < windows; )
        {
            var last = i;
            while (last + 1 < windows && columns.Select((_, c) => c).All(c => Same(At(c, order[i]), At(c, order[last + 1]))))
                last++;
            var (from, to) = (question.Windows[order[i]], question.Windows[order[last]]);
            table.Add([
                from == to ? Text(from) : $"{from}..{to}",
                .. columns.Select(
                    (_, c) => Value(At(c, order[i]), Enumerable.Range(i, last - i + 1).Any(at => best.Contains(At(c, order[at]))))
                ),
            ]);
            i = last + 1;
        }
        terminal.Say(terminal.Paint(Ink.Quiet, "Milliseconds; * the smallest window with nine tenths of what can be gained."), hanging: 0);
        table.Write(terminal);
        ForecastTable.Remark(terminal, question);

        PredictedRow At(int column, int window) => rows[column * windows + window];
    }

    public static HeatMap Of(Question question, List<PredictedRow> rows)
    {
        var bySize = question.Rtts.Length == 1;
        var windows = question.Windows.Length;
        var (fastest, slowest) = (rows.MinBy(row => row.Ms)!, rows.MaxBy(row => row.Ms)!);
        return new HeatMap(
            bySize
                ? $"Time of a response at {Text(question.Rtts[0].TotalMilliseconds)} ms, by initial window and size"
                : $"Time of {Quantity.OfBytes(question.Sizes[0])}, by initial window and round-trip time",
            $"From {Text(fastest.Ms)} ms ({Name(fastest)}, window {fastest.Iw}) to {Text(slowest.Ms)} ms ({Name(slowest)}, window "
                + $"{slowest.Iw}). {ForecastTable.Basis(question)}",
            new Axis("Initial window", "segments"),
            bySize ? new Axis("Response", "") : new Axis("Round-trip time", ""),
            new Axis("Time", "ms"),
            [.. question.Windows.Select(window => Text(window))],
            Names(question),
            [
                .. Enumerable
                    .Range(0, rows.Count / windows)
                    .Select(row => (IReadOnlyList<double?>)[.. rows.GetRange(row * windows, windows).Select(cell => (double?)cell.Ms)]),
            ]
        );

        string Name(PredictedRow row) => bySize ? Quantity.OfBytes(row.Size) : $"{Text(row.RttMs)} ms away";
    }

    private static string[] Names(Question question) =>
        question.Rtts.Length == 1
            ? Array.ConvertAll(question.Sizes, size => Quantity.OfBytes(size))
            : Array.ConvertAll(question.Rtts, rtt => $"{Text(rtt.TotalMilliseconds)} ms");

    private static bool Same(PredictedRow a, PredictedRow b) => Math.Abs(a.Ms - b.Ms) < 0.05;

    private static Cell Value(PredictedRow row, bool best) => new($"{Text(row.Ms)}{(best ? "*" : " ")}", best ? Ink.Good : Ink.Plain);

    private static string Text(double number) => number.ToString("#,0.#", CultureInfo.InvariantCulture);
}
