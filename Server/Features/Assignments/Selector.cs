using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Assignments;

/// <summary>Which hosts an assignment speaks of: <c>*</c>, or terms <c>key:value</c> that must all hold. A value may end in <c>*</c>.</summary>
public sealed record Selector
{
    private const int MaxTerms = 16;
    private readonly IReadOnlyList<(string Key, string Value, bool Prefix)> _terms;

    private Selector(IReadOnlyList<(string Key, string Value, bool Prefix)> terms) => _terms = terms;

    /// <summary>The selector in canonical order; equal selectors have one text.</summary>
    public override string ToString() =>
        _terms.Count == 0 ? "*" : string.Join(' ', _terms.Select(t => $"{t.Key}:{t.Value}{(t.Prefix ? "*" : "")}"));

    public bool Equals(Selector? other) => other is not null && ToString() == other.ToString();

    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(ToString());

    /// <returns>The selector, or everything that is wrong with the text.</returns>
    public static (Selector? Selector, IReadOnlyList<string> Problems) Parse(string? text)
    {
        var words = (text ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (words is ["*"])
            return (new Selector([]), []);
        var problems = new List<string>();
        if (words.Length == 0)
            problems.Add("a selector is '*' for every host, or terms like 'site:fra os:linux'");
        if (words.Length > MaxTerms)
            problems.Add($"{words.Length} terms are too many; at most {MaxTerms}");
        var read = new List<(string Key, string Value, bool Prefix)>();
        foreach (var word in words)
        {
            var at = word.IndexOf(':', StringComparison.Ordinal);
            var (key, value) = at < 0 ? (word, "") : (word[..at], word[(at + 1)..]);
            var prefix = value.EndsWith('*');
            if (prefix)
                value = value[..^1];
            if (at < 0)
                problems.Add($"'{word}' is not key:value");
            else if (!Labels.IsKey(key))
                problems.Add($"'{word}': '{key}' cannot be a label or a fact");
            else if (!Labels.IsValue(value) && !(prefix && value.Length == 0))
                problems.Add($"'{word}': '{value}' cannot be a value");
            else
                read.Add((key, value, prefix));
        }
        return problems.Count > 0 ? (null, problems) : (new Selector([.. read.Distinct().OrderBy(t => t.Key, StringComparer.Ordinal).ThenBy(t => t.Value, StringComparer.Ordinal)]), []);
    }

    public bool Matches(HostIdentity host) => _terms.All(term => Holds(term, ValueOf(host, term.Key)));

    private static bool Holds((string Key, string Value, bool Prefix) term, string? actual) =>
        actual is not null && (term.Prefix
            ? actual.StartsWith(term.Value, StringComparison.OrdinalIgnoreCase)
            : actual.Equals(term.Value, StringComparison.OrdinalIgnoreCase));

    private static string? ValueOf(HostIdentity host, string key) => key switch
    {
        "os" => host.Os,
        "kernel" => host.Kernel,
        "host" => host.Name,
        _ => host.Labels.GetValueOrDefault(key),
    };
}
