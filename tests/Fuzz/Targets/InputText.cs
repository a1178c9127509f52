using System.Globalization;
using System.Text;

namespace IwTune.Fuzz.Targets;

/// <summary>An input on one line: printable ASCII as it is, everything else as <c>\n</c>, <c>\\</c> or <c>\xHH</c>.</summary>
internal static class InputText
{
    public static string Write(ReadOnlySpan<byte> input)
    {
        var line = new StringBuilder();
        foreach (var one in input)
            _ = one switch
            {
                (byte)'\\' => line.Append(@"\\"),
                (byte)'\n' => line.Append(@"\n"),
                // A line that ended with a space, or began with a number sign, would not come back.
                > (byte)' ' and < 0x7f when one != '#' => line.Append((char)one),
                (byte)' ' when line.Length > 0 => line.Append(' '),
                _ => line.Append(CultureInfo.InvariantCulture, $"\\x{one:x2}"),
            };
        return line.Length > 0 && line[^1] == ' ' ? line.Remove(line.Length - 1, 1).Append(@"\x20").ToString() : line.ToString();
    }

    /// <exception cref="FormatException">A backslash is followed by none of these.</exception>
    public static byte[] Read(string line)
    {
        var input = new List<byte>(line.Length);
        for (var at = 0; at < line.Length; at++)
        {
            if (line[at] != '\\')
            {
                input.Add((byte)line[at]);
                continue;
            }
            at++;
            input.Add(
                line[at..] switch
                {
                    ['\\', ..] => (byte)'\\',
                    ['n', ..] => (byte)'\n',
                    ['x', var high, var low, ..] => byte.Parse([high, low], NumberStyles.HexNumber, CultureInfo.InvariantCulture),
                    _ => throw new FormatException($"\\ is followed by none of \\, n and xHH in: {line}"),
                }
            );
            at += line[at] == 'x' ? 2 : 0;
        }
        return [.. input];
    }
}
