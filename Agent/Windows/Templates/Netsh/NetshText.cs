using System.Globalization;
using System.Text;

namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>
/// The text of netsh, split into its parts without a word of any language: headings and labels are translated, values are not. It is split
/// as bytes, because labels may not decode; no trail byte of the code pages 932, 936, 949 and 950 is a colon, a hyphen or a line end.
/// </summary>
internal sealed class NetshText
{
    // The captures have 46; a label of ten hyphens does not exist.
    private const int RuleLength = 10;

    private NetshText(IReadOnlyList<string> heading, IReadOnlyList<NetshLine> values) => (Heading, Values) = (heading, values);

    /// <summary>The lines above the rule, byte for character.</summary>
    public IReadOnlyList<string> Heading { get; }

    /// <summary>The lines with a value, in their order.</summary>
    public IReadOnlyList<NetshLine> Values { get; }

    public static NetshText Cut(ReadOnlySpan<byte> output)
    {
        // One byte, one character; what follows the last line end was cut off.
        var text = Encoding.Latin1.GetString(output);
        var lines = text.Split('\n');
        var complete = lines.Length - 1;
        var rule = Array.FindIndex(lines, IsRule);
        // A capture of 2008 R2 lacks the rule: there the values begin at the first one.
        var first = rule >= 0 ? rule + 1 : Math.Max(0, Array.FindIndex(lines, line => NetshLine.Of(line, complete: true) is not null));
        var heading = lines.Take(rule >= 0 ? rule : first).Select(line => line.Trim()).Where(line => line.Length > 0);
        var values = lines.Skip(first).Select((line, at) => NetshLine.Of(line, first + at < complete)).OfType<NetshLine>();
        return new([.. heading], [.. values]);
    }

    /// <summary>The last word of the first line of the heading that ends with the name of a template.</summary>
    public string? DefaultWord =>
        Heading
            .Select(line => line.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[^1].Trim('.', '"', '\''))
            .FirstOrDefault(word => NetshWords.IsTemplate(word));

    private static bool IsRule(string line)
    {
        var trimmed = line.AsSpan().Trim();
        return trimmed.Length >= RuleLength && !trimmed.ContainsAnyExcept('-');
    }
}

/// <summary>A label and its value.</summary>
/// <param name="Label">The label, byte for character.</param>
/// <param name="Value">The value; ASCII where it is one.</param>
/// <param name="Complete">False for the last line when it has no line end: its value may have been cut.</param>
internal sealed record NetshLine(string Label, string Value, bool Complete)
{
    private const string Colon = " :";

    /// <summary>The value as a whole number that is not negative; <see langword="null"/> when it is none.</summary>
    public int? Number => Complete && int.TryParse(Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>True when it is one of these words.</summary>
    public bool Is(params ReadOnlySpan<string> words)
    {
        foreach (var word in words)
        {
            if (Complete && Value.Equals(word, StringComparison.OrdinalIgnoreCase))
                return true;
        }
        return false;
    }

    public static NetshLine? Of(string line, bool complete)
    {
        var trimmed = line.Trim();
        var at = trimmed.LastIndexOf(Colon, StringComparison.Ordinal);
        return at <= 0 ? null : new(trimmed[..at].TrimEnd(), trimmed[(at + Colon.Length)..].Trim(), complete);
    }
}
