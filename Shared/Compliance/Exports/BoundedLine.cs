using System.Text;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>Reads lines that end in a line feed, and refuses lines that are too long.</summary>
internal static class BoundedLine
{
    /// <returns>The line without its end; <see langword="null"/> at the end.</returns>
    /// <exception cref="FormatException">It is too long, or the last one has no end.</exception>
    public static string? Read(TextReader from, int most)
    {
        if (from.Peek() < 0)
            return null;
        var line = new StringBuilder();
        for (var read = from.Read(); read != '\n'; read = from.Read())
        {
            if (read < 0)
                throw new FormatException("has no line feed at its end: the file was cut off");
            if (line.Length == most)
                throw new FormatException($"is longer than {most} characters");
            line.Append((char)read);
        }
        return line.ToString();
    }
}
