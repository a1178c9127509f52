using System.Globalization;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Selectors;

/// <summary>One thing wrong with a selector. A reader returns all of them at once.</summary>
/// <param name="Column">Where it begins in the text, from 1.</param>
/// <param name="Found">The text at that place, as written.</param>
/// <param name="Rule">The rule that is broken, with what to write instead.</param>
public sealed record SelectorProblem(int Column, string Found, string Rule)
{
    private const int Shown = 60;

    /// <summary>The text at that place, cut to a printable line.</summary>
    public string Found { get; } =
        string.Create(
            Math.Min(Found.Length, Shown),
            Found,
            (line, found) =>
            {
                for (var i = 0; i < line.Length; i++)
                    line[i] = SelectorText.IsPrintable(found[i]) ? found[i] : '\uFFFD';
            }
        );

    /// <summary>The same as a problem of the field that carries the selector.</summary>
    public PolicyProblem At(string path) => new(path, Found, Rule, 1, Column);

    /// <summary>One line for people: <c>at 12: 'site': …</c></summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"at {Column}: {(Found.Length == 0 ? "" : $"'{Found}': ")}{Rule}");
}
