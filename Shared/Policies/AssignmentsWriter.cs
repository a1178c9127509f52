using System.Globalization;
using System.Text;

namespace IwTune.Shared.Policies;

/// <summary>Writes assignments as <see cref="AssignmentsReader"/> reads them.</summary>
public static class AssignmentsWriter
{
    /// <param name="assignments">Selector, policy and priority, in the order in which they are written.</param>
    public static string Write(IEnumerable<(string Selector, string Policy, int Priority)> assignments)
    {
        var text = new StringBuilder(
            "# Which hosts follow which policy. The highest priority wins; among equals, the most recent.\nassignments:"
        );
        var any = false;
        foreach (var (selector, policy, priority) in assignments)
        {
            any = true;
            // A selector may hold anything in quotes of its own; YAML's single quotes know no escape but their own doubling.
            text.Append(
                CultureInfo.InvariantCulture,
                $"\n  - selector: '{selector.Replace("'", "''", StringComparison.Ordinal)}'\n    policy: '{policy}'\n    priority: "
                    + $"{priority}"
            );
        }
        return text.Append(any ? "\n" : " []\n").ToString();
    }
}
