using System.Globalization;
using System.Text.Json;

namespace IwTune.Agent.Reporting;

/// <summary>One file of the outbox: consecutive lines, named by the number of its first.</summary>
/// <param name="Path">The file.</param>
/// <param name="First">Number of its first line.</param>
/// <param name="Last">Number of its last whole line; below <paramref name="First"/> when it has none.</param>
/// <param name="Bytes">Length up to the end of the last whole line.</param>
internal sealed record Chunk(string Path, long First, long Last, long Bytes)
{
    public const string Extension = ".ndjson";

    /// <summary>The path of a chunk that starts with this number.</summary>
    public static string PathOf(string directory, long first) =>
        System.IO.Path.Combine(directory, first.ToString("D19", CultureInfo.InvariantCulture) + Extension);

    /// <summary>Reads what is on disk and cuts off a torn tail: bytes after the last whole line with the expected number.</summary>
    /// <returns>The chunk, or <see langword="null"/> when the file's name is none of ours.</returns>
    public static Chunk? Recover(string path)
    {
        var name = System.IO.Path.GetFileNameWithoutExtension(path);
        if (!long.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var first))
            return null;
        var content = File.ReadAllBytes(path);
        long whole = 0,
            next = first;
        for (var rest = content.AsSpan(); rest.IndexOf((byte)'\n') is var end and >= 0; rest = rest[(end + 1)..])
        {
            if (NumberOf(rest[..end]) != next)
                break;
            next++;
            whole += end + 1;
        }
        if (whole < content.Length)
            Cut(path, whole);
        return new Chunk(path, first, next - 1, whole);
    }

    /// <summary>The lines after this number, each without its line end.</summary>
    public IEnumerable<NumberedLine> After(long number)
    {
        var content = File.ReadAllBytes(Path).AsMemory(0, (int)Bytes);
        for (var current = First; content.Span.IndexOf((byte)'\n') is var end and >= 0; current++)
        {
            if (current > number)
                yield return new NumberedLine(current, content[..end]);
            content = content[(end + 1)..];
        }
    }

    /// <summary>One line as it is on disk, without its line end.</summary>
    internal sealed record NumberedLine(long Number, ReadOnlyMemory<byte> Line);

    private static long NumberOf(ReadOnlySpan<byte> line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, AgentJson.Default.ReportLine)?.Number ?? 0;
        }
        catch (JsonException)
        {
            return 0;
        }
    }

    private static void Cut(string path, long length)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Write);
        stream.SetLength(length);
        stream.Flush(flushToDisk: true);
    }
}
