using IwTune.Server.Console.Diffing;

namespace IwTune.Server.Console.Highlighting;

/// <summary>A piece of a compared line, with its colours.</summary>
/// <param name="Marked">True when the other side does not have it.</param>
/// <param name="Tokens">Together they are its text.</param>
public sealed record YamlPiece(bool Marked, IReadOnlyList<YamlToken> Tokens)
{
    /// <param name="pieces">Of one line.</param>
    /// <param name="line">The same line; a token that a piece ends within is divided there.</param>
    public static IReadOnlyList<YamlPiece> Of(IReadOnlyList<DiffPiece> pieces, IReadOnlyList<YamlToken> line)
    {
        var made = new List<YamlPiece>();
        var left = new Queue<YamlToken>(line);
        var (used, part) = (0, new List<YamlToken>());
        foreach (var piece in pieces)
        {
            for (var wanted = piece.Text.Length; wanted > 0; )
            {
                var (kind, text) = left.Peek();
                var taken = Math.Min(wanted, text.Length - used);
                part.Add(new(kind, text.Substring(used, taken)));
                (wanted, used) = (wanted - taken, used + taken);
                if (used < text.Length)
                    continue;
                left.Dequeue();
                used = 0;
            }
            made.Add(new(piece.Marked, part));
            part = [];
        }
        return made;
    }
}
