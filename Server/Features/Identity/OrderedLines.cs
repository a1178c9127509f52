using System.Text;

namespace IwTune.Server.Features.Identity;

/// <summary>A file of ordered lines of ASCII that is too large to be read: lines are found by bisection.</summary>
/// <param name="file">Its path.</param>
internal sealed class OrderedLines(string file) : IDisposable
{
    private const int LongestLine = 128;

    private readonly FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
    private readonly byte[] buffer = new byte[2 * LongestLine];

    /// <summary>The first line for which something holds that holds for every later one; <see langword="null"/> for none.</summary>
    public string? FirstFrom(Func<string, bool> holds)
    {
        var (low, high) = (0L, stream.Length);
        while (low < high)
        {
            var middle = low + (high - low) / 2;
            if (LineFrom(middle) is { } line && !holds(line))
                low = middle + 1;
            else
                high = middle;
        }
        return LineFrom(low);
    }

    /// <summary>Lines at places of equal distance, in the order of the file; a short file's lines may come more than once.</summary>
    public IEnumerable<string> Sample(int count)
    {
        for (var i = 0; i < count; i++)
            if (LineFrom(stream.Length * i / count) is { } line)
                yield return line;
    }

    public void Dispose() => stream.Dispose();

    /// <summary>The first whole line that begins at a place or after it; <see langword="null"/> at the end.</summary>
    private string? LineFrom(long place)
    {
        // The byte before shows whether a line begins exactly here.
        stream.Position = Math.Max(0, place - 1);
        var length = stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
        var rest = buffer.AsSpan(0, length);
        if (place > 0)
        {
            var end = rest.IndexOf((byte)'\n');
            if (end < 0)
                return null;
            rest = rest[(end + 1)..];
        }
        var next = rest.IndexOf((byte)'\n');
        var line = Encoding.ASCII.GetString(next < 0 ? rest : rest[..next]).TrimEnd('\r');
        return line.Length == 0 ? null : line;
    }
}
