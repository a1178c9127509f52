using System.Text;
using IwTune.Lab.Pages;

namespace IwTune.Benchmarks.Printing;

/// <summary>The figures as plain text, for people.</summary>
internal static class FigureTable
{
    private static readonly string[] Heads = ["what", "ours", "beside it", "ratio", "goal", "met?"];

    public static string Render(Machine machine, IReadOnlyList<Figure> figures, IReadOnlyList<Failure> failures)
    {
        var text = new StringBuilder($"{machine}\nmedian (middle half, n = runs); MB = 10^6 bytes; ratio = ours / beside it, same run\n\n");
        var notes = figures.Select(figure => figure.Note).Where(note => note.Length > 0).Distinct().ToList();
        text.Append(Columns.Align([Heads, .. figures.Select(figure => Row(figure, notes))]));
        for (var i = 0; i < notes.Count; i++)
            text.Append(i == 0 ? "\n" : "").Append($"[{i + 1}] {notes[i]}\n");
        foreach (var failure in failures)
            text.Append($"\nnot measured: {failure.Name}: {failure.Why}\n");
        return text.ToString();
    }

    private static string[] Row(Figure figure, List<string> notes) =>
        [
            figure.Note.Length > 0 ? $"{figure.What} [{notes.IndexOf(figure.Note) + 1}]" : figure.What,
            figure.Ours.ToString(),
            figure.Beside is { } beside ? $"{figure.BesideName} {beside}" : figure.BesideName,
            figure.Ratio is { } ratio ? ratio.ToString(ratio < 0.1 ? "0.000" : "0.00") : "–",
            figure.Goal.Length > 0 ? figure.Goal : "–",
            figure.Met switch
            {
                true => "yes",
                false => "NO",
                _ => "–",
            },
        ];
}
