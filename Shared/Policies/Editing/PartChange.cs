namespace IwTune.Shared.Policies.Editing;

/// <summary>
/// Changes of one part of a document that keep every other character. Each returns the new text, or <see langword="null"/> where that
/// cannot be done, for example because a comment stands within what would go.
/// </summary>
internal static class PartChange
{
    internal static string Replace(string text, Part part, string with) => string.Concat(text[..part.Start], with, text[part.End..]);

    /// <summary>Sets the value of a key that may be there; a new one gets the place that <paramref name="order"/> gives it.</summary>
    internal static string? Put(string text, Part.Mapping mapping, string key, string value, IReadOnlyList<string> order)
    {
        if (mapping[key] is { } there)
            return Replace(text, there, value);
        var entry = $"{Written.Key(key, text)}: {value}";
        if (mapping.Entries.Count == 0)
            return null;
        var before = order.TakeWhile(name => name != key).Select(mapping.IndexOf).Append(-1).Max();
        if (mapping is { Flow: true })
        {
            var added =
                before < 0
                    ? text.Insert(mapping.Entries[0].Key.Start, $"{entry}, ")
                    : text.Insert(mapping.Entries[before].Value.End, $", {entry}");
            if (text[mapping.Start] == '{')
                return added;
            var end = mapping.End + added.Length - text.Length;
            return $"{added[..mapping.Start]}{{ {added[mapping.Start..end]} }}{added[end..]}";
        }
        if (Indent(text, mapping.Entries[0].Key.Start) is not { } indent)
            return null;
        return before < 0
            ? text.Insert(mapping.Entries[0].Key.Start, $"{entry}{Break(text)}{indent}")
            : InsertLine(text, mapping.Entries[before].Value.End, indent + entry);
    }

    /// <summary>Removes a key that is not the only one of its mapping.</summary>
    internal static string? Cut(string text, Part.Mapping mapping, string key)
    {
        var at = mapping.IndexOf(key);
        if (at < 0 || mapping.Entries.Count == 1)
            return null;
        var (name, value) = mapping.Entries[at];
        if (mapping.Flow)
            return at == 0
                ? Without(text, name.Start, mapping.Entries[1].Key.Start, value.End)
                : Without(text, mapping.Entries[at - 1].Value.End, value.End, mapping.Entries[at - 1].Value.End, name.Start);
        var line = LineStart(text, name.Start);
        // `- window: …` is the line of the list's mark as well.
        if (at == 0 && !string.IsNullOrWhiteSpace(text[line..name.Start]))
            return Without(text, name.Start, mapping.Entries[1].Key.Start, value.End);
        return text.Remove(line, AfterLine(text, value.End) - line);
    }

    internal static string? Append(string text, Part.Sequence list, string inFlow, Func<string, string> inBlock)
    {
        if (list.Items.Count == 0)
            return null;
        if (list.Flow)
            return text.Insert(list.Items[^1].End, $", {inFlow}");
        var dash = Dash(text, list.Items[^1]);
        var indent = text[LineStart(text, dash)..dash];
        return string.IsNullOrWhiteSpace(indent) ? InsertLine(text, list.Items[^1].End, $"{indent}- {inBlock(indent + "  ")}") : null;
    }

    /// <summary>Removes an item that is not the only one of its list.</summary>
    internal static string? Cut(string text, Part.Sequence list, int at)
    {
        if (list.Items.Count == 1)
            return null;
        var item = list.Items[at];
        if (list.Flow)
            return at == 0
                ? Without(text, item.Start, list.Items[1].Start, item.End)
                : Without(text, list.Items[at - 1].End, item.End, list.Items[at - 1].End, item.Start);
        var dash = Dash(text, item);
        var line = LineStart(text, dash);
        return string.IsNullOrWhiteSpace(text[line..dash]) ? text.Remove(line, AfterLine(text, item.End) - line) : null;
    }

    /// <summary>The blanks that put a line under the character at <paramref name="at"/>; the mark of a list counts as blanks.</summary>
    internal static string? Indent(string text, int at)
    {
        var before = text[LineStart(text, at)..at];
        return before.All(c => c is ' ' or '-') && !before.StartsWith("---", StringComparison.Ordinal) ? new(' ', before.Length) : null;
    }

    internal static string Break(string text) => text.Contains("\r\n", StringComparison.Ordinal) ? "\r\n" : "\n";

    private static string InsertLine(string text, int after, string line)
    {
        var at = AfterLine(text, after);
        return at == text.Length && !text.EndsWith('\n') ? text + Break(text) + line : text.Insert(at, line + Break(text));
    }

    // What separates two entries of a flow collection goes with one of them; a comment in it must stay.
    private static string? Without(string text, int from, int to, int gap) => Without(text, from, to, gap, to);

    private static string? Without(string text, int from, int to, int gap, int gapEnd) =>
        text[gap..gapEnd].All(c => c == ',' || char.IsWhiteSpace(c)) ? text.Remove(from, to - from) : null;

    private static int LineStart(string text, int at) => at == 0 ? 0 : text.LastIndexOf('\n', at - 1) + 1;

    private static int AfterLine(string text, int at) => text.IndexOf('\n', at) is >= 0 and var end ? end + 1 : text.Length;

    private static int Dash(string text, Part item) => text.LastIndexOf('-', item.Start - 1);
}
