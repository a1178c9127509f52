using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// What narrows a list of hosts: a selector as assignments have it, and also <c>state:</c>, <c>policy:</c> and parts of names.
/// </summary>
internal sealed record HostSearch(Selector Selector)
{
    private static readonly string[] States = Enum.GetNames<Verdict>();

    /// <summary>Every host.</summary>
    public static HostSearch Everybody { get; } = Parse(null).Filter!;

    /// <summary>True when it matches every host.</summary>
    public bool IsEverybody => Selector.Terms.Count == 0;

    /// <returns>The search, or why the text is invalid: an error must not look like a search that matched everything.</returns>
    public static (HostSearch? Filter, string Problem) Parse(string? text)
    {
        var (selector, problems) = Selector.ParseSearch(text);
        if (selector is null)
            return (null, string.Join("; ", problems));
        var unknown = selector.Terms.FirstOrDefault(term =>
            term.Key == SelectorKeys.State && States.All(state => term.Matches(new InState(state)) == term.Negated)
        );
        return unknown is null
            ? (new(selector), "")
            : (null, $"'{unknown}' is not a state; the states are {string.Join(", ", States.Select(state => state.ToLowerInvariant()))}");
    }

    private sealed class InState(string state) : ISelectable
    {
        public bool Has(string key, SelectorValue value) => value.Holds(state);
    }
}
