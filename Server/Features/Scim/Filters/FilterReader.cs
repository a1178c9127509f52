using System.Text.Json;
using System.Text.Json.Nodes;

namespace IwTune.Server.Features.Scim.Filters;

/// <summary>Reads paths and comparisons from left to right: the supported parts of the grammar of RFC 7644 §3.4.2.2.</summary>
internal sealed class FilterReader(string text)
{
    private const int MostComparisons = 10;
    private int _at;

    public int Position => _at;

    public bool AtEnd
    {
        get
        {
            Blanks();
            return _at == text.Length;
        }
    }

    /// <summary>Comparisons joined by <c>and</c>.</summary>
    /// <param name="within">True between brackets, where no further brackets may be.</param>
    public (IReadOnlyList<ScimComparison> All, string? Problem) Comparisons(bool within = false)
    {
        var all = new List<ScimComparison>();
        while (true)
        {
            var (one, problem) = Compared(within);
            if (problem is not null)
                return ([], problem);
            all.Add(one!);
            if (all.Count > MostComparisons)
                return ([], $"more than {MostComparisons} comparisons");
            Blanks();
            var before = _at;
            var word = Word();
            if (word.Equals("and", StringComparison.OrdinalIgnoreCase))
                continue;
            if (word.Length > 0)
                return ([], $"'{ScimError.Short(word)}' at character {before + 1}: only 'and' joins comparisons");
            return (all, null);
        }
    }

    public (ScimPath? Path, string? Problem) Path(bool within = false)
    {
        Blanks();
        var schema = Schema();
        var attribute = Name();
        if (attribute.Length == 0)
            return (null, $"an attribute is expected at character {_at + 1}");
        IReadOnlyList<ScimComparison> only = [];
        if (Take('['))
        {
            if (within)
                return (null, "brackets within brackets");
            var (found, problem) = Comparisons(within: true);
            if (problem is not null)
                return (null, problem);
            Blanks();
            if (!Take(']'))
                return (null, $"']' is expected at character {_at + 1}");
            only = found;
        }
        if (!Take('.'))
            return (new(schema, attribute, only, null), null);
        var part = Name();
        return part.Length == 0
            ? (null, $"the name of a part is expected at character {_at + 1}")
            : (new(schema, attribute, only, part), null);
    }

    private (ScimComparison? One, string? Problem) Compared(bool within)
    {
        var (path, problem) = Path(within);
        if (problem is not null)
            return (null, problem);
        Blanks();
        var word = Word();
        if (!word.Equals("eq", StringComparison.OrdinalIgnoreCase))
            return (null, $"'{ScimError.Short(word)}' behind {path!.Attribute}: the only operator is eq");
        Blanks();
        var (value, wrong) = Value();
        return wrong is not null ? (null, wrong) : (new(path!, value), null);
    }

    /// <summary>A value as in JSON.</summary>
    private (JsonNode? Value, string? Problem) Value()
    {
        var begin = _at;
        if (Take('"'))
        {
            while (_at < text.Length && text[_at] != '"')
                _at += text[_at] == '\\' ? 2 : 1;
            _at++;
        }
        else
        {
            while (_at < text.Length && text[_at] is not (' ' or ']' or ')'))
                _at++;
        }
        if (_at > text.Length)
            return (null, "a text without its closing quotation mark");
        try
        {
            using var document = JsonDocument.Parse(text[begin.._at]);
            var root = document.RootElement;
            return root.ValueKind switch
            {
                JsonValueKind.String => (JsonValue.Create(root.GetString()), null),
                JsonValueKind.True => (JsonValue.Create(true), null),
                JsonValueKind.False => (JsonValue.Create(false), null),
                JsonValueKind.Null => (null, null),
                JsonValueKind.Number => (JsonValue.Create(root.GetRawText()), null),
                _ => (null, $"no value at character {begin + 1}"),
            };
        }
        catch (Exception unread) when (unread is JsonException or InvalidOperationException or ArgumentException)
        {
            return (null, $"no value at character {begin + 1}: write texts in quotation marks, as in JSON");
        }
    }

    /// <summary>A schema and its colon: everything up to the last colon that is in front of a bracket or a blank.</summary>
    private string Schema()
    {
        var end = text.AsSpan(_at).IndexOfAny("[ \"");
        var head = end < 0 ? text.AsSpan(_at) : text.AsSpan(_at, end);
        if (!head.StartsWith("urn:", StringComparison.OrdinalIgnoreCase))
            return "";
        var colon = head.LastIndexOf(':');
        _at += colon + 1;
        return head[..colon].ToString();
    }

    private string Name()
    {
        var begin = _at;
        if (_at < text.Length && (char.IsAsciiLetter(text[_at]) || text[_at] == '$'))
            _at++;
        else
            return "";
        while (_at < text.Length && (char.IsAsciiLetterOrDigit(text[_at]) || text[_at] is '-' or '_'))
            _at++;
        return text[begin.._at];
    }

    private string Word()
    {
        var begin = _at;
        while (_at < text.Length && text[_at] is not (' ' or ']' or '[' or '"'))
            _at++;
        return text[begin.._at];
    }

    private bool Take(char expected)
    {
        if (_at >= text.Length || text[_at] != expected)
            return false;
        _at++;
        return true;
    }

    private void Blanks()
    {
        while (_at < text.Length && text[_at] == ' ')
            _at++;
    }
}
