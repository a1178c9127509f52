namespace IwTune.Shared.Selectors;

/// <summary>A key and what its values may be: any of the alternatives, or none of them when it is negated.</summary>
public sealed class SelectorTerm
{
    private readonly SelectorValue[] _alternatives;
    private readonly string _text;

    internal SelectorTerm(string key, bool negated, IEnumerable<SelectorValue> alternatives)
    {
        (Key, Negated) = (key, negated);
        var all = alternatives.Distinct().ToList();
        _alternatives =
        [
            .. all.Where(value => !all.Exists(other => !ReferenceEquals(other, value) && other.Covers(value)))
                .OrderBy(value => value.Write(key), StringComparer.Ordinal),
        ];
        var written = string.Join(',', _alternatives.Select(value => value.Write(key)));
        _text = $"{(negated ? "-" : "")}{(key == SelectorKeys.Word ? "" : $"{key}:")}{written}";
    }

    /// <summary>A fact's key or a label's.</summary>
    public string Key { get; }

    /// <summary>True when no alternative may hold.</summary>
    public bool Negated { get; }

    /// <summary>The texts that it holds for; none when other texts satisfy it as well.</summary>
    internal IReadOnlyList<string> Only =>
        !Negated && _alternatives.All(value => value.Only is not null) ? [.. _alternatives.Select(value => value.Only!)] : [];

    /// <summary>Whether it holds for a host. A host without the key satisfies only what is negated.</summary>
    public bool Matches(ISelectable host)
    {
        foreach (var value in _alternatives)
            if (host.Has(Key, value))
                return !Negated;
        return Negated;
    }

    /// <inheritdoc/>
    public override string ToString() => _text;
}
