namespace IwTune.Agent.Cli.Output;

/// <summary>Breaks lines between words, where a terminal would break them inside.</summary>
internal static class Wrapping
{
    /// <param name="text">May hold colours, which take no room.</param>
    /// <param name="width">Columns of the terminal.</param>
    /// <param name="hanging">How far lines after a break are indented.</param>
    public static string Wrap(string text, int width, int hanging)
    {
        if (text.Contains('\n', StringComparison.Ordinal))
            return string.Join('\n', text.Split('\n').Select(line => Wrap(line, width, hanging)));
        if (Length(text) <= width)
            return text;
        var lines = new List<string>();
        var words = text.Split(' '); // an indented text begins with empty ones
        var line = words[0];
        foreach (var word in words.Skip(1))
        {
            var longer = $"{line} {word}";
            if (line.AsSpan().Trim().Length > 0 && Length(longer) > width)
            {
                lines.Add(line.TrimEnd());
                longer = new string(' ', hanging) + word;
            }
            line = longer;
        }
        return string.Join('\n', [.. lines, line]);
    }

    /// <summary>
    /// Sentences that the source breaks over several lines, each paragraph on one line. A line that ends a sentence or a list's head ends
    /// its paragraph; so does a line before an indented one.
    /// </summary>
    public static string Joined(string text)
    {
        var paragraphs = new List<string>();
        var open = false;
        foreach (var line in text.Split('\n'))
        {
            if (open && line is [not ' ', ..] and not ['-', ' ', ..])
                paragraphs[^1] += ' ' + line;
            else
                paragraphs.Add(line);
            open = line.Length > 0 && line[^1] is not ('.' or ':' or ';' or ')');
        }
        return string.Join('\n', paragraphs);
    }

    private static int Length(string text)
    {
        var length = 0;
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '\e')
                i = text.IndexOf('m', i); // Terminal.Paint writes no other sequence
            else
                length++;
        }
        return length;
    }
}
