using System.Text;

namespace IwTune.WindowsDouble.Captures;

/// <summary>One literal capture, without the lines that name its source.</summary>
/// <param name="Name">The file's name without its extension.</param>
/// <param name="Lines">The body, without line ends and trailing blanks.</param>
public sealed record Capture(string Name, IReadOnlyList<string> Lines)
{
    /// <summary>Reads one; the build embedded them all in this assembly.</summary>
    public static Capture Load(string name)
    {
        using var stream =
            typeof(Capture).Assembly.GetManifestResourceStream(name)
            ?? throw new ArgumentException($"there is no capture {name}", nameof(name));
        using var reader = new StreamReader(stream, Encoding.UTF8);
        var body = reader
            .ReadToEnd()
            .Replace("\r\n", "\n", StringComparison.Ordinal)
            .Split('\n')
            .SkipWhile(line => line.StartsWith("# ", StringComparison.Ordinal))
            .Select(line => line.TrimEnd())
            .ToList();
        while (body.Count > 0 && body[^1].Length == 0)
            body.RemoveAt(body.Count - 1);
        return new Capture(name, body);
    }

    /// <summary>In the form of the exact captures: CRLF, one blank at the end of every value line, and an empty line at the end.</summary>
    public static string Text(IEnumerable<string> lines) =>
        string.Concat(lines.Append("").Select(line => IsValue(line) ? line + " \r\n" : line + "\r\n"));

    /// <summary>True for a line of a label, a colon and a value.</summary>
    public static bool IsValue(string line) => line.Contains(" : ", StringComparison.Ordinal);
}
