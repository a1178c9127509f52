using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Policies.Syntax;

/// <summary>Collects everything that is wrong with, or questionable in, one document.</summary>
/// <param name="interfaces">The interfaces of the host the document is for; <see langword="null"/> when it is for many.</param>
internal sealed class Findings(IReadOnlyCollection<string>? interfaces = null)
{
    // A hostile document can be wrong in thousands of places; more than this is useless to a reader.
    private const int Shown = 100;
    private const int ValueLength = 60;

    private readonly List<PolicyProblem> problems = [];
    private readonly List<PolicyProblem> warnings = [];

    /// <summary>The interfaces a scope may name; <see langword="null"/> for any.</summary>
    internal IReadOnlyCollection<string>? Interfaces => interfaces;

    internal bool Any => problems.Count > 0;

    internal IReadOnlyList<PolicyProblem> Problems
    {
        get
        {
            List<PolicyProblem> ordered = [.. Ordered(problems).Take(Shown)];
            if (problems.Count - Shown is > 0 and var more)
                ordered.Add(
                    new(
                        "",
                        null,
                        $"{more} more {(more == 1 ? "problem is" : "problems are")} not shown; fix these first",
                        ordered[^1].Line,
                        ordered[^1].Column
                    )
                );
            return ordered;
        }
    }

    internal IReadOnlyList<PolicyProblem> Warnings => [.. Ordered(warnings).Take(Shown)];

    internal void Problem(string path, Node at, string rule) => problems.Add(new(path, ValueOf(at), rule, at.Line, at.Column));

    internal void Missing(string path, Node within, string rule) => problems.Add(new(path, null, rule, within.Line, within.Column));

    internal void Problem(string rule, int line, int column) => problems.Add(new("", null, rule, line, column));

    internal void Warning(string path, Node at, string thought) => warnings.Add(new(path, ValueOf(at), thought, at.Line, at.Column));

    private static IEnumerable<PolicyProblem> Ordered(List<PolicyProblem> list) => list.OrderBy(p => p.Line).ThenBy(p => p.Column);

    private static string? ValueOf(Node node) =>
        node switch
        {
            Node.Scalar scalar => Printable(scalar.Value),
            Node.Mapping => "{…}",
            Node.Sequence => "[…]",
            _ => null,
        };

    /// <summary>The value as one line that cannot move the cursor of a terminal.</summary>
    internal static string Printable(string value)
    {
        var line = new StringBuilder();
        foreach (var rune in value.EnumerateRunes())
        {
            if (line.Length >= ValueLength)
                return line.Append('…').ToString();
            if (ShownText.IsHidden(rune))
                line.Append(ShownText.Escape(rune));
            else
                line.Append(rune);
        }
        return line.ToString();
    }
}
