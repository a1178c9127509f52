using System.Text.RegularExpressions;

namespace IwTune.PowerShellModule.Tests.Module;

/// <summary>
/// Reads the part of a PowerShell data file that a manifest uses: hash tables, arrays, strings in single quotes, comments.
/// </summary>
internal sealed partial class Manifest
{
    private readonly IReadOnlyList<string> _tokens;
    private int _at;

    private Manifest(string text) => _tokens = [.. Token().Matches(text).Select(match => match.Value).Where(token => token[0] != '#')];

    public static IReadOnlyDictionary<string, object> Read(string file)
    {
        var manifest = new Manifest(File.ReadAllText(file));
        var root = (Dictionary<string, object>)manifest.Value();
        return manifest._at == manifest._tokens.Count
            ? root
            : throw new FormatException($"more after the end: {manifest._tokens[manifest._at]}");
    }

    private string Next() => _tokens[_at++];

    private object Value() =>
        Next() switch
        {
            "@{" => Table(),
            "@(" => Array(),
            ['\'', .., '\''] quoted => quoted[1..^1].Replace("''", "'", StringComparison.Ordinal),
            var other => throw new FormatException($"'{other}' is no value"),
        };

    private Dictionary<string, object> Table()
    {
        var table = new Dictionary<string, object>(StringComparer.Ordinal);
        while (Next() is not "}" and var key)
        {
            if (Next() is not "=" and var other)
                throw new FormatException($"{key} is followed by '{other}'");
            table.Add(key, Value());
        }
        return table;
    }

    private List<string> Array()
    {
        var items = new List<string>();
        while (_tokens[_at] != ")")
        {
            items.Add((string)Value());
            if (_tokens[_at] == ",")
                _at++;
        }
        _at++;
        return items;
    }

    [GeneratedRegex(@"#[^\n]*|@\{|@\(|[}),=]|'(?:[^']|'')*'|[A-Za-z]+|\S")]
    private static partial Regex Token();
}
