using System.Text;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>
/// Arguments in one line, quoted so that CommandLineToArgvW separates them again. Services get such a line. An unquoted path with spaces
/// lets every user who may write <c>C:\Program.exe</c> become SYSTEM.
/// </summary>
internal static class WindowsArguments
{
    /// <summary>Every argument in quotes where it needs them; the first one, the program, always.</summary>
    public static string Join(IReadOnlyList<string> arguments)
    {
        var line = new StringBuilder();
        for (var i = 0; i < arguments.Count; i++)
        {
            if (i > 0)
                line.Append(' ');
            if (i > 0 && arguments[i].Length > 0 && arguments[i].AsSpan().IndexOfAny(" \t\n\v\"") < 0)
                line.Append(arguments[i]);
            else
                Quote(line, arguments[i]);
        }
        return line.ToString();
    }

    /// <summary>Backslashes count only before a quote: there each of them, and the quote, gets one more.</summary>
    private static void Quote(StringBuilder line, string argument)
    {
        line.Append('"');
        var slashes = 0;
        foreach (var character in argument)
        {
            if (character == '"')
                line.Append('\\', slashes + 1);
            slashes = character == '\\' ? slashes + 1 : 0;
            line.Append(character);
        }
        line.Append('\\', slashes).Append('"');
    }

    /// <summary>The arguments of such a line. Lines that other programs wrote are split by the same rules.</summary>
    public static IReadOnlyList<string> Split(string line)
    {
        List<string> arguments = [];
        var rest = line.AsSpan().TrimStart(" \t");
        if (rest.Length > 0)
            arguments.Add(Program(ref rest));
        while ((rest = rest.TrimStart(" \t")).Length > 0)
            arguments.Add(Argument(ref rest));
        return arguments;
    }

    /// <summary>In the program's name a backslash has no special meaning.</summary>
    private static string Program(ref ReadOnlySpan<char> rest)
    {
        var quoted = rest[0] == '"';
        var text = quoted ? rest[1..] : rest;
        var end = quoted ? text.IndexOf('"') : text.IndexOfAny(" \t");
        var name = end < 0 ? text : text[..end];
        rest = end < 0 ? [] : text[(end + 1)..];
        return name.ToString();
    }

    private static string Argument(ref ReadOnlySpan<char> rest)
    {
        var text = new StringBuilder();
        var (quoted, i) = (false, 0);
        while (i < rest.Length && (quoted || rest[i] is not (' ' or '\t')))
        {
            var slashes = 0;
            for (; i < rest.Length && rest[i] == '\\'; i++)
                slashes++;
            if (i == rest.Length || rest[i] != '"')
            {
                text.Append('\\', slashes);
                if (slashes == 0)
                    text.Append(rest[i++]);
                continue;
            }
            text.Append('\\', slashes / 2);
            if (slashes % 2 == 1)
                text.Append('"');
            else
                quoted = !quoted;
            i++;
        }
        rest = rest[i..];
        return text.ToString();
    }
}
