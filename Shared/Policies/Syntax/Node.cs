namespace IwTune.Shared.Policies.Syntax;

/// <summary>A value of a document, YAML or JSON, and where it stands. Line and column count from 1.</summary>
internal abstract record Node(int Line, int Column)
{
    /// <summary>A word or a number. <paramref name="Quoted"/>: the author marked it as text.</summary>
    internal sealed record Scalar(string Value, bool Quoted, int Line, int Column) : Node(Line, Column)
    {
        internal bool IsNull => !Quoted && Value is ("" or "~" or "null" or "Null" or "NULL");
    }

    internal sealed record Sequence(IReadOnlyList<Node> Items, int Line, int Column) : Node(Line, Column);

    internal sealed record Mapping(IReadOnlyList<Entry> Entries, int Line, int Column) : Node(Line, Column);

    /// <summary>Replaces a node that has been reported already, so that it is not reported twice.</summary>
    internal sealed record Refused(int Line, int Column) : Node(Line, Column);

    internal sealed record Entry(Scalar Key, Node Value);
}
