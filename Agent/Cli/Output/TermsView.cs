using System.Globalization;
using IwTune.Agent.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>Every term of the first flights that were measured; a star marks the one that decides.</summary>
internal static class TermsView
{
    public static void Write(Terminal terminal, IReadOnlyList<Evidence> evidence)
    {
        foreach (var seen in evidence)
        {
            if (seen.Terms is not { Count: > 0 } terms)
                continue;
            terminal.Out.WriteLine();
            terminal.Say(
                terminal.Paint(
                    Ink.Bold,
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"First flight of {seen.TargetId}: {Counted.Of(seen.EffectiveSegments ?? 0, "segment")}, MSS {seen.Mss}"
                    )
                )
            );
            var names = terms.Max(term => BindingText.Of(term.Name).Length);
            var sizes = terms.Max(term => Size(term).Length);
            Columns.Write(
                terminal.Out,
                [
                    .. terms.Select(term =>
                        ($"{Mark(term)} {BindingText.Of(term.Name).PadRight(names)}  {Size(term).PadLeft(sizes)}".TrimEnd(), term.Note)
                    ),
                ],
                terminal.Width
            );
        }
    }

    private static char Mark(WindowTerm term) => term.Binds ? '*' : ' ';

    private static string Size(WindowTerm term) =>
        term.Segments is { } segments ? string.Create(CultureInfo.InvariantCulture, $"{segments} seg {term.Bytes, 6} B") : "";
}
