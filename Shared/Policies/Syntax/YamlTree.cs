using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace IwTune.Shared.Policies.Syntax;

/// <summary>
/// YAML by its parse events. The event level, not the node model, because it keeps duplicate keys and shows anchors, aliases
/// and tags before anything is expanded: a policy has no use for them, and an expansion bomb needs them.
/// </summary>
internal static class YamlTree
{
    internal static Node? Read(string text, Findings findings)
    {
        var parser = new Parser(new StringReader(text));
        try
        {
            parser.Consume<StreamStart>();
            if (!parser.TryConsume<DocumentStart>(out _))
            {
                findings.Problem("the document is empty", 1, 1);
                return null;
            }
            var root = ReadNode(parser, findings, 1);
            parser.Consume<DocumentEnd>();
            if (parser.TryConsume<DocumentStart>(out var second))
                findings.Problem("a second YAML document starts here; one file holds one policy", Line(second), Column(second));
            return root;
        }
        catch (YamlException malformed)
        {
            findings.Problem($"this is not YAML: {Sentence(malformed)}", (int)malformed.Start.Line, (int)malformed.Start.Column);
            return null;
        }
        catch (Exception lost) when (lost is InvalidOperationException or ArgumentException)
        {
            // YamlDotNet's scanner trips over some unclosed brackets, stray markers and half surrogate escapes instead of saying so.
            var at = parser.Current?.End ?? new Mark(0, 1, 1);
            findings.Problem(
                "this is not YAML: something after this place cannot be read; check brackets, quotes and indentation",
                (int)at.Line,
                (int)at.Column
            );
            return null;
        }
    }

    private static Node ReadNode(Parser parser, Findings findings, int depth)
    {
        if (parser.TryConsume<AnchorAlias>(out var alias))
        {
            findings.Problem($"the alias *{alias.Value} is not allowed; write the value out", Line(alias), Column(alias));
            return new Node.Refused(Line(alias), Column(alias));
        }
        var start = parser.Consume<NodeEvent>();
        int line = Line(start),
            column = Column(start);
        if (!start.Anchor.IsEmpty)
            findings.Problem($"the anchor &{start.Anchor.Value} is not allowed; write the value where it is used", line, column);
        if (!start.Tag.IsEmpty)
            findings.Problem($"the tag {Findings.Printable(start.Tag.ToString())} is not allowed; leave it out", line, column);
        if (start is Scalar scalar)
            return new Node.Scalar(scalar.Value, scalar.Style != ScalarStyle.Plain, line, column);
        if (depth > Document.MaxDepth)
        {
            findings.Problem($"nested deeper than {Document.MaxDepth} levels", line, column);
            SkipRest(parser);
            return new Node.Refused(line, column);
        }
        if (start is SequenceStart)
            return new Node.Sequence(ReadItems(parser, findings, depth), line, column);
        var entries = ReadEntries(parser, findings, depth);
        // A pair without braces inside a flow list, `[prefix: 10.0.0.0/8]`, has no mark of its own: take its key's.
        if (start.Start.Equals(start.End) && entries.Count > 0)
            (line, column) = (entries[0].Key.Line, entries[0].Key.Column);
        return new Node.Mapping(entries, line, column);
    }

    private static List<Node> ReadItems(Parser parser, Findings findings, int depth)
    {
        List<Node> items = [];
        while (!parser.TryConsume<SequenceEnd>(out _))
            items.Add(ReadNode(parser, findings, depth + 1));
        return items;
    }

    private static List<Node.Entry> ReadEntries(Parser parser, Findings findings, int depth)
    {
        List<Node.Entry> entries = [];
        while (!parser.TryConsume<MappingEnd>(out _))
        {
            var key = ReadNode(parser, findings, depth + 1);
            var value = ReadNode(parser, findings, depth + 1);
            if (key is Node.Scalar word)
                entries.Add(new(word, value));
            else if (key is not Node.Refused)
                findings.Problem("a key must be one word", key.Line, key.Column);
        }
        return entries;
    }

    // Not recursive: the document may be as deep as it is long.
    private static void SkipRest(Parser parser)
    {
        for (var open = 1; open > 0; )
            open += parser.Consume<ParsingEvent>().NestingIncrease;
    }

    private static string Sentence(YamlException malformed)
    {
        var text = Findings.Printable(malformed.InnerException?.Message ?? malformed.Message);
        return text.TrimEnd('.');
    }

    private static int Line(ParsingEvent e) => (int)e.Start.Line;

    private static int Column(ParsingEvent e) => (int)e.Start.Column;
}
