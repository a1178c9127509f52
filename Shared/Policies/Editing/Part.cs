using IwTune.Shared.Policies.Syntax;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace IwTune.Shared.Policies.Editing;

/// <summary>
/// A node of a document and the characters it is written with, so that it can be changed and all other characters kept.
/// </summary>
internal abstract record Part(int Start, int End)
{
    internal sealed record Scalar(string Value, int Start, int End) : Part(Start, End);

    internal sealed record Sequence(IReadOnlyList<Part> Items, bool Flow, int Start, int End) : Part(Start, End);

    internal sealed record Mapping(IReadOnlyList<(Scalar Key, Part Value)> Entries, bool Flow, int Start, int End) : Part(Start, End)
    {
        internal Part? this[string key] => Entries.FirstOrDefault(entry => entry.Key.Value == key).Value;

        internal int IndexOf(string key)
        {
            for (var i = 0; i < Entries.Count; i++)
                if (Entries[i].Key.Value == key)
                    return i;
            return -1;
        }
    }

    /// <returns>
    /// The root; <see langword="null"/> for what is not a mapping in YAML, or not within the bounds of a policy. JSON is read as the YAML
    /// that it also is.
    /// </returns>
    internal static Mapping? Read(string text)
    {
        if (text.Length > Document.MaxBytes)
            return null;
        var parser = new Parser(new StringReader(text));
        try
        {
            parser.Consume<StreamStart>();
            return parser.TryConsume<DocumentStart>(out _) ? ReadNode(parser, text, 1) as Mapping : null;
        }
        catch (Exception malformed) when (malformed is YamlException or InvalidOperationException or ArgumentException)
        {
            return null;
        }
    }

    private static Part ReadNode(Parser parser, string text, int depth)
    {
        if (depth > Document.MaxDepth + 1)
            throw new InvalidOperationException("nested deeper than any policy");
        var start = parser.Consume<NodeEvent>();
        var from = (int)start.Start.Index;
        if (start is YamlDotNet.Core.Events.Scalar scalar)
            return new Scalar(scalar.Value, from, Trimmed(text, from, (int)scalar.End.Index));
        if (start is SequenceStart sequence)
        {
            List<Part> items = [];
            while (!parser.Accept<SequenceEnd>(out _))
                items.Add(ReadNode(parser, text, depth + 1));
            var end = (int)parser.Consume<SequenceEnd>().Start.Index + 1;
            var flow = sequence.Style == SequenceStyle.Flow;
            return new Sequence(items, flow, from, flow || items.Count == 0 ? end : items[^1].End);
        }
        if (start is not MappingStart mapping)
            throw new InvalidOperationException("an alias has no place of its own");
        List<(Scalar, Part)> entries = [];
        while (!parser.Accept<MappingEnd>(out _))
        {
            var key = ReadNode(parser, text, depth + 1) as Scalar ?? throw new InvalidOperationException("a key must be one word");
            entries.Add((key, ReadNode(parser, text, depth + 1)));
        }
        var last = (int)parser.Consume<MappingEnd>().Start.Index + 1;
        // A pair without braces inside a flow list, `[prefix: 10.0.0.0/8]`, has no marks of its own.
        var braced = mapping.Style == MappingStyle.Flow && from < text.Length && text[from] == '{';
        return new Mapping(
            entries,
            mapping.Style == MappingStyle.Flow,
            entries.Count > 0 && !braced ? entries[0].Item1.Start : from,
            entries.Count > 0 && !braced ? entries[^1].Item2.End : last
        );
    }

    // A block scalar ends behind its line break, which belongs to what follows.
    private static int Trimmed(string text, int from, int end)
    {
        end = Math.Min(end, text.Length);
        while (end > from && char.IsWhiteSpace(text[end - 1]))
            end--;
        return end;
    }
}
