namespace IwTune.Shared.Selectors;

/// <summary>One alternative of a term.</summary>
public sealed record SelectorValue
{
    private enum Kind
    {
        Exact,
        Prefix,
        Part,
        Versions,
    }

    private readonly Kind _kind;
    private readonly string _text;
    private readonly IReadOnlyList<VersionBound> _bounds;

    private SelectorValue(Kind kind, string text, IReadOnlyList<VersionBound> bounds) =>
        (_kind, _text, _bounds) = (kind, SelectorText.Fold(text), bounds);

    /// <summary>Exactly this text, whatever the case of its letters.</summary>
    public static SelectorValue Exact(string text) => new(Kind.Exact, text, []);

    /// <summary>What begins so; anything at all when it is empty.</summary>
    public static SelectorValue Prefix(string text) => new(Kind.Prefix, text, []);

    /// <summary>What contains this.</summary>
    public static SelectorValue Part(string text) => new(Kind.Part, text, []);

    /// <summary>Versions on the right side of one bound, or of two.</summary>
    public static SelectorValue Versions(IReadOnlyList<VersionBound> bounds) => new(Kind.Versions, "", bounds);

    /// <summary>True for <c>*</c>: any value, but one.</summary>
    public bool IsAny => _kind == Kind.Prefix && _text.Length == 0;

    /// <summary>The one text that satisfies; <see langword="null"/> when others do as well.</summary>
    internal string? Only => _kind == Kind.Exact ? _text : null;

    /// <summary>Whether a host's value satisfies.</summary>
    public bool Holds(ReadOnlySpan<char> actual)
    {
        switch (_kind)
        {
            case Kind.Exact:
                return actual.Length == _text.Length && SelectorText.StartsWith(actual, _text);
            case Kind.Prefix:
                return SelectorText.StartsWith(actual, _text);
            case Kind.Part:
                return SelectorText.Contains(actual, _text);
            default:
                foreach (var bound in _bounds)
                    if (!bound.Holds(actual))
                        return false;
                return true;
        }
    }

    /// <summary>Whether every value that satisfies the other satisfies this, as far as the texts show it.</summary>
    internal bool Covers(SelectorValue other) =>
        _kind == Kind.Prefix && other._kind is Kind.Exact or Kind.Prefix && other._text.StartsWith(_text, StringComparison.Ordinal);

    /// <summary>As written after a key.</summary>
    internal string Write(string key)
    {
        // A label's value may be asked for with it, and no operator can stand there.
        Func<char, bool> isBare = key == SelectorKeys.Label ? c => SelectorText.IsBare(c) || c == '=' : SelectorText.IsBare;
        return _kind switch
        {
            Kind.Exact => _text[..1] is "=" ? SelectorText.Quote(_text) : SelectorText.Write(_text, isBare),
            Kind.Prefix => _text.Length == 0
                ? "*"
                : (_text[..1] is "=" ? SelectorText.Quote(_text) : SelectorText.Write(_text, isBare)) + "*",
            Kind.Part => _text[..1] is "-" ? SelectorText.Quote(_text) : SelectorText.Write(_text, isBare),
            _ => string.Concat(_bounds),
        };
    }

    /// <inheritdoc/>
    public bool Equals(SelectorValue? other) =>
        other is not null && _kind == other._kind && Write(SelectorKeys.Label) == other.Write(SelectorKeys.Label);

    /// <inheritdoc/>
    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(_text);
}
