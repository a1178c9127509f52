using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What somebody typed to narrow the list: a selector as assignments have it, plus <c>state:</c>, <c>policy:</c> and bare words for a part of the name.</summary>
/// <param name="Selector">The part that is a selector; <see langword="null"/> when there is none.</param>
/// <param name="State">A verdict's name.</param>
/// <param name="Policy">The policy that decides for the host.</param>
/// <param name="Words">Parts of the name.</param>
internal sealed record HostListFilter(Selector? Selector, string? State, string? Policy, IReadOnlyList<string> Words)
{
    /// <returns>The filter, or why the text is none: a filter that is not understood must not look like one that matched everything.</returns>
    public static (HostListFilter? Filter, string? Problem) Parse(string? text)
    {
        string? state = null, policy = null;
        var (words, terms) = (new List<string>(), new List<string>());
        foreach (var word in (text ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (word.StartsWith("state:", StringComparison.OrdinalIgnoreCase))
                state = word["state:".Length..];
            else if (word.StartsWith("policy:", StringComparison.OrdinalIgnoreCase))
                policy = word["policy:".Length..];
            else if (word.Contains(':', StringComparison.Ordinal))
                terms.Add(word);
            else if (word != "*")
                words.Add(word);
        }
        if (state is not null && !VerdictLook.All.Any(v => v.State.Equals(state, StringComparison.OrdinalIgnoreCase)))
            return (null, $"‘{state}’ is not a state. The states are {string.Join(", ", VerdictLook.All.Select(v => v.State.ToLowerInvariant()))}.");
        if (terms.Count == 0)
            return (new(null, state, policy, words), null);
        var (selector, problems) = Selector.Parse(string.Join(' ', terms));
        return selector is null ? (null, string.Join("; ", problems) + ".") : (new(selector, state, policy, words), null);
    }

    public bool Matches(HostIdentity host) =>
        (Selector?.Matches(host) ?? true) && Words.All(word => host.Name.Contains(word, StringComparison.OrdinalIgnoreCase));
}
