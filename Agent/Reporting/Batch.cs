namespace IwTune.Agent.Reporting;

/// <summary>Consecutive lines, ready to send.</summary>
/// <param name="First">Number of the first line; meaningless when empty.</param>
/// <param name="Last">Number of the last line.</param>
/// <param name="Body">NDJSON.</param>
public sealed record Batch(long First, long Last, ReadOnlyMemory<byte> Body)
{
    /// <summary>True when there is nothing to ship.</summary>
    public bool IsEmpty => Body.IsEmpty;

    /// <summary>True when it is one line, so that a refusal concerns exactly that line.</summary>
    public bool IsSingle => First == Last;

    internal static Batch Of(IEnumerable<Chunk.NumberedLine> lines, int maxLines, int maxBytes)
    {
        var body = new MemoryStream();
        long first = 0,
            last = 0;
        foreach (var (number, line) in lines)
        {
            if (first > 0 && (number - first >= maxLines || body.Length + line.Length >= maxBytes))
                break;
            first = first > 0 ? first : number;
            last = number;
            body.Write(line.Span);
            body.WriteByte((byte)'\n');
        }
        return new Batch(first, last, body.GetBuffer().AsMemory(0, (int)body.Length));
    }
}
