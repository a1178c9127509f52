using System.Text;

namespace IwTune.Shared.Selectors;

/// <summary>Reads the alternatives of one term.</summary>
internal ref struct ValueReader(string text, int end, List<SelectorProblem> problems, bool asksForLabel)
{
    private const int MaxValue = 300;
    private readonly bool _asksForLabel = asksForLabel;
    private int _at;

    /// <returns>The alternatives; <see langword="null"/> when anything is wrong with one of them.</returns>
    public List<SelectorValue>? All(int from)
    {
        var before = problems.Count;
        var values = new List<SelectorValue>();
        for (_at = from; ; _at++)
        {
            if (One() is { } value)
                values.Add(value);
            while (_at < end && text[_at] != ',')
                _at++;
            if (_at >= end)
                return problems.Count == before ? values : null;
        }
    }

    /// <summary>A bare word of a search.</summary>
    public SelectorValue? Part(int from)
    {
        _at = from;
        if (text[_at] == '"')
            return Quoted() is { } quoted && Ends(quoted) ? SelectorValue.Part(quoted) : null;
        return Bare(to: end) is { } word ? SelectorValue.Part(word) : null;
    }

    private SelectorValue? One()
    {
        if (_at >= end || text[_at] == ',')
        {
            problems.Add(new(_at + 1, "", "a value is missing; write * for any value, or remove the comma"));
            return null;
        }
        if (text[_at] is '<' or '>' or '=')
            return _asksForLabel ? NoVersion() : Versions();
        if (text[_at] == '"')
        {
            if (Quoted() is not { } quoted)
                return null;
            var begins = _at < end && text[_at] == '*';
            if (begins)
                _at++;
            return Ends(quoted)
                ? begins
                    ? SelectorValue.Prefix(quoted)
                    : SelectorValue.Exact(quoted)
                : null;
        }
        var to = _at;
        while (to < end && text[to] != ',')
            to++;
        return text[to - 1] != '*'
            ? Bare(to) is { } exact
                ? SelectorValue.Exact(exact)
                : null
            : to - 1 == _at
                ? Any(to)
                : Bare(to - 1) is { } prefix
                    ? SelectorValue.Prefix(prefix)
                    : null;
    }

    private SelectorValue Any(int to)
    {
        _at = to;
        return SelectorValue.Prefix("");
    }

    private SelectorValue? NoVersion()
    {
        problems.Add(new(_at + 1, Rest(), "write label:KEY or label:KEY=VALUE for a label, and KEY:>=VERSION for its version"));
        return null;
    }

    private readonly string Rest()
    {
        var to = _at;
        while (to < end && text[to] != ',')
            to++;
        return text[_at..to];
    }

    private string? Bare(int to)
    {
        var (from, value) = (_at, text[_at..to]);
        _at = to;
        if (value.Length > MaxValue)
        {
            problems.Add(new(from + 1, value[..20] + "…", $"{value.Length} characters are too many; at most {MaxValue}"));
            return null;
        }
        foreach (var c in value)
        {
            if (SelectorText.IsBare(c) || (c == '=' && _asksForLabel))
                continue;
            problems.Add(
                new(
                    from + value.IndexOf(c, StringComparison.Ordinal) + 1,
                    value,
                    !SelectorText.IsPrintable(value) ? "has a character that is not printable"
                        : c == '*' ? "a * can only end a value: fra*"
                        : c is '<' or '>' or '=' ? $"a comparison comes first: {c}5.15, or >=5.15<6.2"
                        : $"{(c == '"' ? "a quote" : $"'{c}'")} is not allowed here; write the whole value in quotes: "
                            + $"{SelectorText.Quote(value)}"
                )
            );
            return null;
        }
        return value;
    }

    private string? Quoted()
    {
        var from = _at;
        var value = new StringBuilder();
        for (_at++; _at < end && text[_at] != '"'; _at++)
        {
            if (text[_at] == '\\' && _at + 1 < end)
                _at++;
            value.Append(text[_at]);
        }
        var read = value.ToString();
        var rule =
            _at >= end ? "the closing quote is missing"
            : read.Length is 0 or > MaxValue ? $"a value has 1 to {MaxValue} characters; for hosts without a value write -key:*"
            : SelectorText.IsPrintable(read) ? null
            : "has a character that is not printable";
        if (rule is not null)
            problems.Add(new(from + 1, text[from..Math.Min(_at + 1, end)], rule));
        _at++;
        return rule is null ? read : null;
    }

    /// <summary>After a closing quote comes a comma or the end.</summary>
    private readonly bool Ends(string quoted)
    {
        if (_at >= end || text[_at] == ',')
            return true;
        problems.Add(
            new(
                _at + 1,
                Rest(),
                $"something follows the closing quote; move it inside, or put a comma before it: {SelectorText.Quote(quoted)},…"
            )
        );
        return false;
    }

    private SelectorValue? Versions()
    {
        var (from, found) = (_at, Rest());
        var bounds = new List<VersionBound>();
        while (_at < end && text[_at] != ',')
        {
            if (Bound() is not { } bound)
                return null;
            bounds.Add(bound);
        }
        var lower = bounds.Find(bound => bound.IsLower);
        var upper = bounds.Find(bound => bound.IsUpper);
        if (bounds.Count > 1 && (bounds.Count > 2 || lower is null || upper is null))
            problems.Add(new(from + 1, found, "a range has one lower and one upper bound: >=5.15<6.2"));
        else if (lower is not null && upper is not null && VersionOrder.Compare(upper.Version, lower.Version) is < 0)
            problems.Add(
                new(
                    from + 1,
                    found,
                    $"no version meets both; write {lower.Operator}{upper.Version}{upper.Operator}{lower.Version}, or two alternatives "
                        + "with a comma"
                )
            );
        else
            return SelectorValue.Versions(bounds.Count == 2 ? [lower!, upper!] : bounds);
        return null;
    }

    private VersionBound? Bound()
    {
        var from = _at;
        while (_at < end && text[_at] is '<' or '>' or '=')
            _at++;
        var sign = text[from.._at];
        var start = _at;
        while (_at < end && text[_at] is not (',' or '<' or '>' or '='))
            _at++;
        var version = text[start.._at];
        var rule =
            sign is not (">" or ">=" or "<" or "<=" or "=") ? "is not a comparison; use >=, >, <=, < or ="
            : !VersionOrder.IsVersion(version) || !char.IsAsciiDigit(version[0])
                ? $"a comparison needs a version, which begins with a digit: {sign}5.15"
            : version.Length > MaxValue ? $"{version.Length} characters are too many; at most {MaxValue}"
            : null;
        foreach (var c in version)
            if (rule is null && !SelectorText.IsBare(c))
                rule = $"{(SelectorText.IsPrintable(c) ? $"'{c}'" : "this")} is not allowed in a version";
        if (rule is null)
            return new(sign, SelectorText.Fold(version));
        problems.Add(new(from + 1, text[from.._at], rule));
        return null;
    }
}
