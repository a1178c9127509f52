using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// What narrows a list of hosts: a selector as assignments have it, and also <c>verdict:</c>, <c>policy:</c>, <c>differs:</c>,
/// <c>fails:</c> and parts of names.
/// </summary>
internal sealed record HostSearch(Selector Selector)
{
    private static readonly string[] Verdicts = Enum.GetNames<Verdict>();
    private static readonly string[] Controls = [.. BuiltInControls.All.Select(control => control.Id)];

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
        string[] unknown =
        [
            .. Unknown(selector, SelectorKeys.State, Verdicts)
                .Select(term =>
                    $"'{term}' is not a verdict; the verdicts are {string.Join(", ", Verdicts.Select(one => one.ToLowerInvariant()))}"
                ),
            .. Unknown(selector, SelectorKeys.Differs, DifferingHosts.Values)
                .Select(term =>
                    $"'{term}' is not a window that can differ from the required one; write {SelectorKeys.Differs}:"
                    + $"{string.Join($" or {SelectorKeys.Differs}:", DifferingHosts.Values)}"
                ),
            .. Unknown(selector, SelectorKeys.Fails, Controls)
                .Select(term => $"'{term}' is not a control; the controls are {Controls[0]} to {Controls[^1]}"),
        ];
        return unknown.Length == 0 ? (new(selector), "") : (null, string.Join("; ", unknown));
    }

    /// <summary>A search for hosts as of an instant: the store keeps the verdicts of the past, and not its windows.</summary>
    /// <inheritdoc cref="Parse"/>
    public static (HostSearch? Filter, string Problem) ParseThen(string? text)
    {
        var (filter, problem) = Parse(text);
        return filter?.Selector.AsksFor(SelectorKeys.Differs) == true
            ? (null, $"'{SelectorKeys.Differs}:' is known of the present only; use it in the list of hosts")
            : (filter, problem);
    }

    /// <summary>Terms that no value of their key satisfies.</summary>
    private static IEnumerable<SelectorTerm> Unknown(Selector selector, string key, IReadOnlyList<string> values) =>
        selector.Terms.Where(term => term.Key == key && values.All(value => term.Matches(new Having(value)) == term.Negated));

    private sealed class Having(string text) : ISelectable
    {
        public bool Has(string key, SelectorValue value) => value.Holds(text);
    }
}
