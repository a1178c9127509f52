using System.Text;

namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>
/// The text of one drop-in of ours: a mark that identifies it as ours, then a section for each target, under a comment with the target's
/// id.
/// </summary>
internal sealed class DropIn
{
    /// <summary>The first line of every file of ours, and of no other.</summary>
    public const string Mark =
        "# Written by IwTune, which writes it anew and takes it away: 'iwtune rollback' does. Edit another file instead.";

    private const string TargetComment = "# target: ";

    private readonly SortedDictionary<string, string> _sections;

    private DropIn(SortedDictionary<string, string> sections) => _sections = sections;

    public static DropIn Empty { get; } = new(new(StringComparer.Ordinal));

    public bool IsEmpty => _sections.Count == 0;

    /// <summary>The targets that it has a section for.</summary>
    public IReadOnlyCollection<string> Targets => _sections.Keys;

    /// <summary>The section for a target; <see langword="null"/> when there is none.</summary>
    public string? this[string targetId] => _sections.GetValueOrDefault(targetId);

    /// <returns><see langword="null"/> when the file is not ours.</returns>
    public static DropIn? Parse(string text)
    {
        using var lines = new StringReader(text);
        if (lines.ReadLine() != Mark)
            return null;
        var sections = new SortedDictionary<string, string>(StringComparer.Ordinal);
        string? target = null;
        var section = new StringBuilder();
        while (lines.ReadLine() is { } line)
        {
            if (line.StartsWith(TargetComment, StringComparison.Ordinal))
            {
                Keep();
                target = line[TargetComment.Length..];
            }
            else if (line.Length > 0)
            {
                section.Append(line).Append('\n');
            }
        }
        Keep();
        return new DropIn(sections);

        void Keep()
        {
            if (target is not null)
                sections[target] = section.ToString();
            section.Clear();
        }
    }

    /// <summary>The same with this section for a target. A lease has one section: that of another gateway is removed.</summary>
    public DropIn With(string targetId, string section)
    {
        var header = HeaderOf(section);
        var kept = header == DropInSection.LeaseHeader ? Copy(one => HeaderOf(one.Value) != header) : Copy(_ => true);
        kept[targetId] = section;
        return new DropIn(kept);
    }

    /// <summary>The same without the sections for these targets.</summary>
    public DropIn Without(Predicate<string> targetId) => new(Copy(one => !targetId(one.Key)));

    public override string ToString()
    {
        var text = new StringBuilder(Mark).Append('\n');
        foreach (var (target, section) in _sections)
            text.Append('\n').Append(TargetComment).Append(target).Append('\n').Append(section);
        return text.ToString();
    }

    private SortedDictionary<string, string> Copy(Predicate<KeyValuePair<string, string>> keep)
    {
        var copy = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var one in _sections)
        {
            if (keep(one))
                copy[one.Key] = one.Value;
        }
        return copy;
    }

    private static string HeaderOf(string section) => section.Split('\n', 2)[0];
}
