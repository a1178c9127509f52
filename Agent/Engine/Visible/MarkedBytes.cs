using System.Globalization;
using System.Text;

namespace IwTune.Agent.Engine.Visible;

/// <summary>
/// Text that is written piece by piece, so that each segment it will be cut into ends with a mark that names the segment. A mark never cuts
/// a piece: where a piece does not fit before the next mark, room is left.
/// </summary>
/// <param name="total">Bytes in all; what does not fit is a mistake of the caller.</param>
/// <param name="segment">Bytes of a segment.</param>
/// <param name="marked">False until something in the text understands marks.</param>
internal sealed class MarkedBytes(int total, int segment, bool marked = false)
{
    private readonly StringBuilder _text = new();
    private bool _marked = marked;

    private int _before;

    /// <summary>Bytes so far.</summary>
    public int Length => _before + _text.Length;

    /// <summary>From here on segments are marked.</summary>
    public void StartMarks() => _marked = true;

    /// <summary>Writes a piece, ASCII only, after as many marks as come before it.</summary>
    public MarkedBytes Add(string piece)
    {
        while (_marked)
        {
            var end = (Length / segment + 1) * segment;
            var mark = Mark(end);
            if (
                end >= total
                || Length + piece.Length + mark.Length <= end
                || piece.Length + mark.Length > segment
                || Length + mark.Length > end
            )
                break;
            _text.Append(' ', end - mark.Length - Length).Append(mark);
        }
        _text.Append(piece);
        return this;
    }

    /// <summary>
    /// Writes the last piece where it ends with the text; one that begins in an earlier segment replaces the mark of that segment.
    /// </summary>
    public MarkedBytes AddLast(string piece)
    {
        FillUpTo(total - piece.Length);
        _text.Append(piece);
        return this;
    }

    /// <summary>Leaves room, marked where a segment ends in it.</summary>
    private void FillUpTo(int length)
    {
        while (Length < length)
            Add(" ");
    }

    /// <summary>A copy that continues from here, to try how long something will be; it holds no earlier text.</summary>
    public MarkedBytes Trial() => new(total, segment, _marked) { _before = Length };

    public byte[] ToBytes() => Encoding.ASCII.GetBytes(_text.ToString());

    private string Mark(int end) => MarkOf(end / segment - 1);

    /// <summary>What runs when a segment has arrived whole.</summary>
    public static string MarkOf(int number) => string.Create(CultureInfo.InvariantCulture, $"<script>m({number})</script>");
}
