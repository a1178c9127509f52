using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>How the hosts that match a search are spread over what can narrow it.</summary>
internal sealed class HostFacets(HostFinder finder, Requirements requirements, Database database)
{
    private const int MostValues = 6,
        MostLabels = 3;

    private static readonly (string Key, string Title)[] Facts =
    [
        ("distribution", "System"),
        ("distribution-version", "Version"),
        ("agent", "Agent"),
        (RouteOwners.Key, "Owner of the default route"),
    ];

    /// <returns>Those with at least two values or in the search, or why the search cannot be read.</returns>
    public async Task<(IReadOnlyList<HostFacet>? Facets, string? Problem)> OfAsync(string? query, CancellationToken ct)
    {
        var (search, problem) = HostSearch.Parse(query);
        if (search is null)
            return (null, problem);
        var hosts = await finder.AllAsync(search, ct);
        var (verdicts, differing) = await database.ReadAsync(
            async db => (await VerdictsInForce.ByHostAsync(db), await DifferingHosts.ReadAsync(db)),
            ct
        );
        var set = requirements.Current;
        // Hosts that are alike share one object: a hundred thousand have a few hundred.
        var kinds = hosts.CountBy(host => host.Identity.Facts).ToList();
        HostFacet[] found =
        [
            new(
                SelectorKeys.State,
                "Verdict",
                [
                    .. hosts
                        .CountBy(host => verdicts.OfHost(host.Id))
                        .OrderBy(one => VerdictLook.Rank(one.Key))
                        .Select(one => new HostFacetValue(VerdictLook.Of(one.Key).Sought, VerdictLook.Of(one.Key).Word, one.Value)),
                ],
                Others: 0
            ),
            new(
                SelectorKeys.Differs,
                "Differs from required",
                [
                    .. DifferingHosts
                        .Values.Select(value => new HostFacetValue(
                            value,
                            Sentences.Start(value),
                            hosts.Count(host => differing.Of(value).Contains(host.Id))
                        ))
                        .Where(value => value.Hosts > 0),
                ],
                Others: 0
            ),
            Facet(
                SelectorKeys.Policy,
                "Policy",
                Plain(hosts.Select(host => host.Required(set).Policy).OfType<string>().CountBy(name => name))
            ),
            .. Facts.Select(fact =>
                Facet(
                    fact.Key,
                    fact.Title,
                    Plain(
                        kinds
                            .SelectMany(kind => kind.Key.Values.Select(pair => (pair.Key, pair.Value, Hosts: kind.Value)))
                            .Where(pair => pair.Key == fact.Key)
                            .AggregateBy(pair => pair.Value, 0, (sum, pair) => sum + pair.Hosts)
                    )
                )
            ),
            .. Labels(hosts, query),
        ];
        return ([.. found.Where(facet => facet.Values.Count > 1 || Narrows(facet, hosts.Count) || IsChosen(facet, query))], null);
    }

    /// <summary>Most hosts do not differ at all, so a single value narrows the list unless every host has it.</summary>
    private static bool Narrows(HostFacet facet, int hosts) =>
        facet.Key == SelectorKeys.Differs && facet.Values.Any(value => value.Hosts < hosts);

    /// <summary>One that the search asks for has a single value left, which a click takes back.</summary>
    private static bool IsChosen(HostFacet facet, string? query) =>
        facet.Values.Any(value => QueryText.Asks(query, facet.Key, value.Sought));

    /// <summary>The labels that most hosts have; one that tells single hosts apart narrows nothing.</summary>
    private static IEnumerable<HostFacet> Labels(IReadOnlyList<FleetHost> hosts, string? query) =>
        hosts
            .SelectMany(host => host.Identity.Labels)
            .CountBy(label => (label.Key, label.Value))
            .GroupBy(one => one.Key.Key, one => KeyValuePair.Create(one.Key.Value, one.Value))
            .Where(label => !SelectorKeys.IsReserved(label.Key))
            .Select(label => (label.Key, Values: label, IsChosen: label.Any(value => QueryText.Asks(query, label.Key, value.Key))))
            .Where(label => label.IsChosen || (label.Values.Count() > 1 && label.Values.Count() * 2 <= hosts.Count))
            .OrderByDescending(label => label.IsChosen)
            .ThenByDescending(label => label.Values.Sum(value => value.Value))
            .ThenBy(label => label.Key, StringComparer.Ordinal)
            .Take(MostLabels)
            .Select(label => Facet(label.Key, Sentences.Start(label.Key), Plain(label.Values)));

    /// <summary>A value that would mean more than itself in a search is not offered.</summary>
    private static IEnumerable<HostFacetValue> Plain(IEnumerable<KeyValuePair<string, int>> counts) =>
        counts.Where(one => QueryText.IsWord(one.Key)).Select(one => new HostFacetValue(one.Key, one.Key, one.Value));

    private static HostFacet Facet(string key, string title, IEnumerable<HostFacetValue> values)
    {
        var all = values.OrderByDescending(value => value.Hosts).ThenBy(value => value.Word, StringComparer.Ordinal).ToList();
        return new(key, title, [.. all.Take(MostValues)], Math.Max(0, all.Count - MostValues));
    }
}

/// <summary>One property of hosts.</summary>
/// <param name="Key">As a search has it.</param>
/// <param name="Title">As people call it.</param>
/// <param name="Values">The most frequent ones first.</param>
/// <param name="Others">Further values.</param>
public sealed record HostFacet(string Key, string Title, IReadOnlyList<HostFacetValue> Values, int Others);

/// <summary>One value.</summary>
/// <param name="Sought">As a search has it.</param>
/// <param name="Word">As people read it.</param>
/// <param name="Hosts">Hosts that have it.</param>
public sealed record HostFacetValue(string Sought, string Word, int Hosts);
