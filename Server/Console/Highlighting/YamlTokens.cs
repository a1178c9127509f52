using System.Text.RegularExpressions;

namespace IwTune.Server.Console.Highlighting;

/// <summary>
/// The pieces of a policy's text, for its colours; invalid text has pieces as well. <c>yaml-tokens.js</c> does the same in the editor, with
/// the same patterns. A quotation ends at its line at the latest, so that an open quotation mark does not colour all that follows.
/// </summary>
public static partial class YamlTokens
{
    internal const string Common =
        @"(?<blank>[ \t\r\n]+)|(?<comment>#[^\n]*)|(?<mark>[{}[\],]|:(?!:)|(?:---|\.\.\.|-)(?=[ \t\r\n]|$))"
        + """|(?<quoted>"(?:[^"\\\n]|\\[^\n])*["\\]?|'(?:[^'\n]|'')*'?)""";

    // Within braces and brackets a comma ends a value, and a colon before a comma or bracket is the mark of a key.
    internal const string BlockValue = @"|(?<value>(?:[^ \t\r\n:]|:(?![ \t\r\n]|$)|[ \t]+(?![ \t\r\n#]|:(?:[ \t\r\n]|$)|$))+)";
    internal const string FlowValue =
        @"|(?<value>(?:[^ \t\r\n:,[\]{}]|:(?![ \t\r\n,[\]{}]|$)|[ \t]+(?![ \t\r\n#,[\]{}]|:(?:[ \t\r\n,[\]{}]|$)|$))+)";
    internal const string KeyMark = @"[ \t]*:";
    internal const string Number = @"^[-+]?[0-9]+(?:\.[0-9]+)?(?:ms|[smhd%])?$";

    // The line that opens a text of several lines (YAML 1.2.2, 8.1), and each line of it.
    internal const string Opening = @"[|>][-+0-9]*[ \t]*(?:#[^\n]*)?(?:\r?\n|$)";
    internal const string Line = @"(?<indent>[ \t]*)(?<rest>[^\n]*)(?:\n|$)";
    internal const string Indent = @"[ \t]*(?:-[ \t]+)*";

    /// <summary>All pieces in order; together they are the text.</summary>
    public static IReadOnlyList<YamlToken> Of(string text)
    {
        var ends = new List<(YamlKind Kind, int End)>();
        try
        {
            Read(text, ends);
        }
        catch (RegexMatchTimeoutException)
        {
            // A busy machine can interrupt a match for longer than a match may take. The text then has no colours from there on.
            Add(ends, YamlKind.Plain, text.Length);
        }
        var (tokens, from) = (new List<YamlToken>(ends.Count), 0);
        foreach (var (kind, end) in ends)
        {
            tokens.Add(new(kind, text[from..end]));
            from = end;
        }
        return tokens;
    }

    private static void Read(string text, List<(YamlKind Kind, int End)> ends)
    {
        var depth = 0;
        for (var at = 0; at < text.Length; )
        {
            if (depth == 0 && text[at] is '|' or '>' && AtOpening().Match(text, at) is { Success: true } opening)
            {
                var body = at + opening.Length;
                Add(ends, YamlKind.Plain, body);
                at = BodyEnd(text, body, AtIndent().Match(text, text.LastIndexOf('\n', at) + 1).Length);
                Add(ends, YamlKind.Text, at);
                continue;
            }
            var found = (depth == 0 ? InBlock() : InFlow()).Match(text, at);
            depth = text[at] switch
            {
                '{' or '[' => depth + 1,
                '}' or ']' => Math.Max(0, depth - 1),
                _ => depth,
            };
            at += found.Length;
            Add(ends, KindOf(found, text, at), at);
        }
    }

    /// <summary>The same by lines, without their ends.</summary>
    public static IReadOnlyList<IReadOnlyList<YamlToken>> Lines(string text)
    {
        List<List<YamlToken>> lines =
        [
            [],
        ];
        foreach (var (kind, piece) in Of(text.ReplaceLineEndings("\n")))
        {
            var parts = piece.Split('\n');
            Add(lines[^1], kind, parts[0]);
            foreach (var part in parts[1..])
            {
                lines.Add([]);
                Add(lines[^1], kind, part);
            }
        }
        return lines;
    }

    private static YamlKind KindOf(Match found, string text, int end) =>
        found.Groups["blank"].Success || found.Groups["mark"].Success ? YamlKind.Plain
        : found.Groups["comment"].Success ? YamlKind.Comment
        : AtKeyMark().IsMatch(text, end) ? YamlKind.Key
        : found.Groups["value"].Success && IsNumber().IsMatch(found.Value) ? YamlKind.Number
        : YamlKind.Text;

    /// <summary>Its lines are empty or further in than the key.</summary>
    private static int BodyEnd(string text, int at, int indent)
    {
        while (at < text.Length)
        {
            var line = AtLine().Match(text, at);
            if (line.Groups["indent"].Length <= indent && line.Groups["rest"].Value is not ("" or "\r"))
                break;
            at += line.Length;
        }
        return at;
    }

    // Plain pieces are joined by their ends: joined as texts, a document of brackets would be copied once a bracket.
    private static void Add(List<(YamlKind Kind, int End)> ends, YamlKind kind, int end)
    {
        if (end == (ends.Count > 0 ? ends[^1].End : 0))
            return;
        if (kind == YamlKind.Plain && ends is [.., { Kind: YamlKind.Plain }])
            ends[^1] = (kind, end);
        else
            ends.Add((kind, end));
    }

    private static void Add(List<YamlToken> line, YamlKind kind, string text)
    {
        if (text.Length > 0)
            line.Add(new(kind, text));
    }

    [GeneratedRegex(@"\G(?:" + Common + BlockValue + ")", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex InBlock();

    [GeneratedRegex(@"\G(?:" + Common + FlowValue + ")", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex InFlow();

    [GeneratedRegex(@"\G" + KeyMark, RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex AtKeyMark();

    [GeneratedRegex(Number, RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex IsNumber();

    [GeneratedRegex(@"\G" + Opening, RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex AtOpening();

    [GeneratedRegex(@"\G" + Line, RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex AtLine();

    [GeneratedRegex(@"\G" + Indent, RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex AtIndent();
}
