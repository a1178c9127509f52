using IwTune.Server.Features.Assignments;

namespace IwTune.Server.Features.Hosts;

/// <summary>What narrows a list of hosts: a selector as assignments have it, and bare words for a part of the name.</summary>
internal sealed record HostSearch(Selector? Selector, IReadOnlyList<string> Words)
{
    /// <returns>The filter, or why the text is none: a filter that is not understood must not look like one that matched everything.</returns>
    public static (HostSearch? Filter, string Problem) Parse(string? text)
    {
        var terms = (text ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).ToLookup(word => word.Contains(':', StringComparison.Ordinal));
        var words = terms[false].Where(word => word != "*").ToList();
        if (!terms[true].Any())
            return (new(null, words), "");
        var (selector, problems) = Selector.Parse(string.Join(' ', terms[true]));
        return selector is null ? (null, string.Join("; ", problems)) : (new(selector, words), "");
    }

    public bool Matches(HostIdentity host) =>
        (Selector?.Matches(host) ?? true) && Words.All(word => host.Name.Contains(word, StringComparison.OrdinalIgnoreCase));
}
