using System.Text;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Manual;

/// <summary>Writes man(7) source: text that cannot be read as requests, and the few macros that a page needs.</summary>
internal sealed class Roff
{
    /// <summary>Source lines stay below 80 bytes, escapes included.</summary>
    private const int Width = 72;

    private readonly StringBuilder _page = new();

    public Roff Title(string name, string date, string source)
    {
        _page.Append($".TH {name.ToUpperInvariant()} 1 \"{date}\" \"{source}\" \"User Commands\"\n");
        return this;
    }

    public Roff Section(string name) => Line($".SH {name}");

    /// <summary>Paragraphs, with blank lines between them.</summary>
    public Roff Text(string text)
    {
        var first = true;
        foreach (var paragraph in text.Split("\n\n", StringSplitOptions.RemoveEmptyEntries))
        {
            if (!first)
                Line(".PP");
            first = false;
            // A sentence that begins a line keeps beginning one: formatters put their wider space there.
            foreach (var sentence in paragraph.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            foreach (var line in Wrapping.Wrap(sentence, Width, hanging: 0).Split('\n'))
                Line(Escaped(line));
        }
        return this;
    }

    /// <summary>A term and its meaning.</summary>
    /// <param name="term">The literal part.</param>
    /// <param name="value">The part to be replaced; may be empty.</param>
    /// <param name="text">Its meaning.</param>
    public Roff Item(string term, string value, string text)
    {
        Line(".TP");
        Line(value.Length == 0 ? $"\\fB{Escaped(term)}\\fR" : $"\\fB{Escaped(term)}\\fR \\fI{Escaped(value)}\\fR");
        return Text(text);
    }

    /// <summary>Lines to be typed or read as they are.</summary>
    public Roff Example(IEnumerable<string> lines)
    {
        Line(".EX");
        foreach (var line in lines)
            Line(Escaped(line));
        return Line(".EE");
    }

    public Roff Raw(string line) => Line(line);

    public override string ToString() => _page.ToString();

    /// <summary>
    /// Backslashes and hyphens as themselves, other alphabets by number; a leading period or apostrophe would begin a request.
    /// </summary>
    public static string Escaped(string text)
    {
        var escaped = text.Replace("\\", "\\e", StringComparison.Ordinal).Replace("-", "\\-", StringComparison.Ordinal);
        escaped = string.Concat(escaped.Select(character => char.IsAscii(character) ? $"{character}" : $"\\[u{(int)character:X4}]"));
        return escaped is ['.' or '\'', ..] ? "\\&" + escaped : escaped;
    }

    private Roff Line(string line)
    {
        _page.Append(line).Append('\n');
        return this;
    }
}
