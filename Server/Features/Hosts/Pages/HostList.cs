using IwTune.Server.Features.Compliance;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>
/// The list of hosts: filtered, in the asked order, cut into pages.
/// </summary>
internal sealed class HostList(SeenHosts directory, HostFinder finder, HostViews views, HostSorting sorting, Database database)
{
    private const int PageSize = 50;

    /// <returns>A page, or why the filter cannot be read.</returns>
    public async Task<(HostListPage? Page, string? Problem)> PageAsync(HostsAddress at, CancellationToken ct)
    {
        var (search, problem) = HostSearch.Parse(at.Query);
        if (search is null)
            return (null, problem);
        var matched = await MatchedAsync(search, at, ct);
        var page = HostCut.Of(matched, at, PageSize);
        var rows = await SummariesAsync(page.Rows, ct);
        return (
            new(
                rows,
                page.Before && page.Rows.Count > 0 ? page.Rows[0].Cursor : null,
                page.Behind && page.Rows.Count > 0 ? page.Rows[^1].Cursor : null,
                page.Matched,
                directory.Count,
                page.Matched == 0 ? UnknownKeys(search) : []
            ),
            null
        );
    }

    /// <summary>Keys of the search that are neither facts nor labels of any host: mostly misspelt.</summary>
    private IReadOnlyList<string> UnknownKeys(HostSearch search) =>
        [
            .. search
                .Selector.Terms.Select(term => term.Key)
                .Distinct(StringComparer.Ordinal)
                .Where(key => key != SelectorKeys.Word && !SelectorKeys.IsReserved(key))
                .Where(key => !directory.All.Any(host => host.Identity.Labels.ContainsKey(key))),
        ];

    /// <summary>Every match, or those of <paramref name="only"/> when it is given.</summary>
    public async Task<(IReadOnlyList<HostSummary>? Hosts, string? Problem)> AllAsync(
        HostsAddress at,
        IReadOnlySet<string>? only,
        CancellationToken ct
    )
    {
        var (search, problem) = HostSearch.Parse(only is null ? at.Query : null);
        if (search is null)
            return (null, problem);
        var matched = await MatchedAsync(search, at, ct, ReadKind.Long);
        var rows = matched.Order(HostCut.Order(at)).Where(o => only?.Contains(o.Id) ?? true);
        return (await SummariesAsync(rows, ct, ReadKind.Long), null);
    }

    /// <summary>Hosts of the fleet, how many have each verdict, and how many are compliant without a policy.</summary>
    public async Task<(int Total, IReadOnlyDictionary<Verdict, int> Verdicts, int Without)> CountsAsync(CancellationToken ct)
    {
        if (directory.Scope.IsFleet)
            return await FleetCountsAsync(ct);
        var (counts, without) = (new Dictionary<Verdict, int>(), 0);
        var verdicts = await database.ReadAsync(VerdictsInForce.WithPoliciesAsync, ct);
        foreach (var host in directory.All)
        {
            var (verdict, withoutPolicy) = verdicts.Of(host.Id, (Verdict.NeverSeen, false));
            counts[verdict] = counts.GetValueOrDefault(verdict) + 1;
            without += withoutPolicy ? 1 : 0;
        }
        return (directory.Count, counts, without);
    }

    private async Task<(int Total, IReadOnlyDictionary<Verdict, int> Verdicts, int Without)> FleetCountsAsync(CancellationToken ct)
    {
        var (counts, without) = await database.ReadAsync(VerdictsInForce.CountsAsync, ct);
        var (total, judged) = (directory.Count, counts.Values.Sum());
        if (total > judged)
            counts[Verdict.NeverSeen] = counts.GetValueOrDefault(Verdict.NeverSeen) + total - judged;
        return (total, counts, without);
    }

    private async Task<IEnumerable<HostOrder>> MatchedAsync(
        HostSearch search,
        HostsAddress at,
        CancellationToken ct,
        ReadKind kind = ReadKind.Short
    )
    {
        var hosts = await finder.AllAsync(search, ct, kind);
        var value = await sorting.ValueAsync((at.Sort ?? "name").TrimStart('-'), ct, kind);
        return hosts.Select(h => new HostOrder(value(h), h.Identity.Name, h.Id));
    }

    private Task<IReadOnlyList<HostSummary>> SummariesAsync(
        IEnumerable<HostOrder> rows,
        CancellationToken ct,
        ReadKind kind = ReadKind.Short
    ) => views.SummariesAsync([.. rows.Select(row => row.Id)], kind, ct);
}

/// <summary>One page of the list of hosts.</summary>
/// <param name="Hosts">Its rows.</param>
/// <param name="Previous">Cursor of the first row when there are rows before it.</param>
/// <param name="Next">Cursor of the last row when there are rows after it.</param>
/// <param name="Matched">Hosts that match the filter.</param>
/// <param name="Total">Hosts of the fleet.</param>
/// <param name="UnknownKeys">When none matches: keys of the filter that no host has.</param>
public sealed record HostListPage(
    IReadOnlyList<HostSummary> Hosts,
    string? Previous,
    string? Next,
    int Matched,
    int Total,
    IReadOnlyList<string> UnknownKeys
);
