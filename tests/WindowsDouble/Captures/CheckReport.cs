using System.Globalization;

namespace IwTune.WindowsDouble.Captures;

/// <summary>A file of <c>iwtune windows-check</c>, whose form is that of docs/windows-check.md.</summary>
/// <param name="Head">The lines before the first call.</param>
/// <param name="Calls">The calls, in their order.</param>
/// <param name="Findings">The lines about the cells, without their mark.</param>
public sealed record CheckReport(IReadOnlyDictionary<string, string> Head, IReadOnlyList<CheckedCall> Calls, IReadOnlyList<string> Findings)
{
    private const string Form = "iwtune-windows-check 1";

    /// <summary>Reads one.</summary>
    /// <exception cref="FormatException">It is none, or of another form.</exception>
    public static CheckReport Read(string text)
    {
        var sections = text.ReplaceLineEndings("\n").Split("\n== ");
        var head = sections[0].Split('\n');
        if (head[0] != Form)
            throw new FormatException($"the first line is not '{Form}'");
        var calls = new List<CheckedCall>();
        foreach (var section in sections.Skip(1))
        {
            var lines = section.Split('\n');
            var name = lines[0][(lines[0].IndexOf(' ', StringComparison.Ordinal) + 1)..];
            if (name == "findings")
                return new CheckReport(
                    Pairs(head.Skip(1)).ToDictionary(one => one.Name, one => one.Value, StringComparer.Ordinal),
                    calls,
                    [.. Pairs(lines).Where(one => one.Name == "finding").Select(one => one.Value)]
                );
            calls.Add(CallOf(name, lines));
        }
        throw new FormatException("it has no findings: the check did not end");
    }

    private static CheckedCall CallOf(string name, string[] lines)
    {
        var pairs = Pairs(lines).ToList();
        var exit = pairs.First(one => one.Name == "exit").Value;
        return new CheckedCall(
            name,
            pairs.First(one => one.Name == "program").Value,
            [.. pairs.Where(one => one.Name == "argument").Select(one => one.Value)],
            exit == "none" ? null : int.Parse(exit, CultureInfo.InvariantCulture),
            BytesOf("output", lines),
            BytesOf("errors", lines)
        );
    }

    private static byte[] BytesOf(string name, string[] lines)
    {
        var first = Array.FindIndex(
            lines,
            line => line.StartsWith($"{name}: ", StringComparison.Ordinal) && line.EndsWith(" bytes", StringComparison.Ordinal)
        );
        var bytes = lines
            .Skip(first + 1)
            .TakeWhile(line => line.StartsWith("  ", StringComparison.Ordinal))
            .SelectMany(line => Convert.FromHexString(line.Trim()))
            .ToArray();
        return first >= 0 && lines[first] == string.Create(CultureInfo.InvariantCulture, $"{name}: {bytes.Length} bytes")
            ? bytes
            : throw new FormatException($"{lines[0]}: the bytes of its {name} are not complete");
    }

    private static IEnumerable<(string Name, string Value)> Pairs(IEnumerable<string> lines) =>
        from line in lines
        where !line.StartsWith(' ')
        let at = line.IndexOf(": ", StringComparison.Ordinal)
        where at > 0
        select (line[..at], line[(at + 2)..]);
}

/// <summary>One call of a check.</summary>
/// <param name="Name">Of the call: <c>netsh-show-global</c>.</param>
/// <param name="Program">Its path.</param>
/// <param name="Arguments">As they were passed.</param>
/// <param name="ExitCode">Its exit code; <see langword="null"/> when it did not end.</param>
/// <param name="Output">Its output, byte for byte.</param>
/// <param name="Errors">Its error output, byte for byte.</param>
public sealed record CheckedCall(string Name, string Program, IReadOnlyList<string> Arguments, int? ExitCode, byte[] Output, byte[] Errors);
