namespace IwTune.Shared.Selectors;

/// <summary>A set of hosts: <c>*</c>, or terms that must all match. The grammar is in docs/selectors.md.</summary>
public sealed class Selector : IEquatable<Selector>
{
    private readonly SelectorTerm[] _terms;
    private readonly string _text;

    internal Selector(IEnumerable<SelectorTerm> terms)
    {
        _terms =
        [
            .. terms
                .DistinctBy(term => term.ToString(), StringComparer.Ordinal)
                .OrderBy(term => term.Key, StringComparer.Ordinal)
                .ThenBy(term => term.ToString(), StringComparer.Ordinal),
        ];
        _text = _terms.Length == 0 ? "*" : string.Join<SelectorTerm>(' ', _terms);
    }

    /// <summary>Every host.</summary>
    public static Selector Everything { get; } = new([]);

    /// <summary>The terms in canonical order; none for every host.</summary>
    public IReadOnlyList<SelectorTerm> Terms => _terms;

    /// <summary>Reads a selector for an action: an assignment's, a rollout's, an exception's, a hold's.</summary>
    /// <returns>The selector, or everything that is wrong with the text.</returns>
    public static (Selector? Selector, IReadOnlyList<SelectorProblem> Problems) Parse(string? text) =>
        new SelectorReader(text ?? "", searches: false).Read();

    /// <summary>
    /// Reads a search for hosts: a selector that may also contain <c>state:</c>, <c>policy:</c>, <c>differs:</c> and bare words; an empty
    /// text finds every host.
    /// </summary>
    /// <returns>The selector, or everything that is wrong with the text.</returns>
    public static (Selector? Selector, IReadOnlyList<SelectorProblem> Problems) ParseSearch(string? text) =>
        new SelectorReader(text ?? "", searches: true).Read();

    /// <summary>Reads a selector of containers, whose keys are <see cref="ContainerKeys"/>.</summary>
    /// <returns>The selector, or everything that is wrong with the text.</returns>
    public static (Selector? Selector, IReadOnlyList<SelectorProblem> Problems) ParseContainers(string? text) =>
        new SelectorReader(text ?? "", searches: false, ofContainers: true).Read();

    /// <summary>The selector of one host, by its id on this server.</summary>
    public static Selector OfHost(string id) => new([new(SelectorKeys.Id, negated: false, [SelectorValue.Exact(id)])]);

    /// <summary>What finds the hosts that have this value: a term, in quotes where it needs them.</summary>
    public static string TextOf(string key, string value) => new SelectorTerm(key, negated: false, [SelectorValue.Exact(value)]).ToString();

    /// <summary>What finds the hosts that have this label, also when its key is a fact's.</summary>
    public static string TextOfLabel(string key, string value) =>
        SelectorKeys.IsKey(key) && !SelectorKeys.IsReserved(key) ? TextOf(key, value) : TextOf(SelectorKeys.Label, $"{key}={value}");

    /// <summary>The ids of its hosts, when it has them by their ids and by nothing else; otherwise none.</summary>
    public IReadOnlyList<string> HostIds => _terms is [{ Key: SelectorKeys.Id } only] ? only.Only : [];

    /// <summary>Whether every term holds.</summary>
    public bool Matches(ISelectable host)
    {
        foreach (var term in _terms)
            if (!term.Matches(host))
                return false;
        return true;
    }

    /// <summary>Whether a term uses this key.</summary>
    public bool AsksFor(string key)
    {
        foreach (var term in _terms)
            if (term.Key == key)
                return true;
        return false;
    }

    /// <summary>The canonical text: selectors that differ in order, repetition, case, spaces or needless quotes have one.</summary>
    public override string ToString() => _text;

    /// <inheritdoc/>
    public bool Equals(Selector? other) => other is not null && _text == other._text;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as Selector);

    /// <inheritdoc/>
    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(_text);
}
