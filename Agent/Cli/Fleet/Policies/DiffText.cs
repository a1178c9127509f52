using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>A difference, line by line; what is far from any change is folded.</summary>
internal static class DiffText
{
    private const int Around = 3;

    public static void Print(Terminal terminal, string older, string newer, IReadOnlyList<DiffLine> lines)
    {
        terminal.Out.WriteLine($"--- {older}");
        terminal.Out.WriteLine($"+++ {newer}");
        var near = new bool[lines.Count];
        for (var at = 0; at < lines.Count; at++)
        {
            for (var i = Math.Max(0, at - Around); lines[at].Kind != DiffKind.Same && i <= Math.Min(lines.Count - 1, at + Around); i++)
                near[i] = true;
        }
        for (var at = 0; at < lines.Count; at++)
        {
            if (near[at])
                terminal.Out.WriteLine(Line(terminal, lines[at]));
            else if (at == 0 || near[at - 1])
                terminal.Out.WriteLine(terminal.Paint(Ink.Quiet, " …"));
        }
    }

    private static string Line(Terminal terminal, DiffLine line) =>
        line.Kind switch
        {
            DiffKind.Removed => terminal.Paint(Ink.Bad, $"-{line.Text}"),
            DiffKind.Added => terminal.Paint(Ink.Good, $"+{line.Text}"),
            _ => $" {line.Text}",
        };
}
