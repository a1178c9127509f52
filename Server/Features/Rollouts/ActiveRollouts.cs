using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts;

/// <summary>The rollouts in progress, a few of them with their rings, as the overview draws them.</summary>
/// <param name="Count">How many there are.</param>
/// <param name="First">Those that need a person first, then the newest; without events and approvals.</param>
internal sealed record ActiveRollouts(int Count, IReadOnlyList<RolloutDetail> First)
{
    /// <summary>More than these are read in the list.</summary>
    public const int Most = 5;

    public static Task<ActiveRollouts> OfAsync(Database database, SeenRollouts seen) =>
        database.ReadAsync(async db =>
        {
            var rows = (await RolloutQueries.ActiveAsync(db))
                .OrderBy(row => !RolloutWords.NeedsPerson(row.At))
                .ThenByDescending(row => row.Id, StringComparer.Ordinal)
                .ToList();
            // Which of them a scope may see is known only after a look at all; for the whole fleet a few are counted.
            var shown = await seen.OfAsync(db, seen.Hosts.Scope.IsFleet ? [.. rows.Take(Most)] : rows);
            var first = new List<RolloutDetail>();
            foreach (var row in rows.Where(row => shown.ContainsKey(row.Id)).Take(Most))
                first.Add(await DetailAsync(db, seen, row, shown[row.Id]));
            return new ActiveRollouts(seen.Hosts.Scope.IsFleet ? rows.Count : shown.Count, first);
        });

    private static async Task<RolloutDetail> DetailAsync(DbSession db, SeenRollouts seen, RolloutRow row, SeenRollout shown)
    {
        var (rules, gates) = (row.ReadRules(), await RolloutQueries.GatesAsync(db, row.Id));
        // A ring began when one of its hosts was admitted; the overview does not show when.
        var begun = shown
            .Counts.Where(count => count.Told > 0)
            .Select(count => (int)count.Ring)
            .Distinct()
            .ToDictionary(ring => ring, _ => row.RingSince ?? row.CreatedAt);
        var rings = Enumerable
            .Range(1, rules.Rings.Count)
            .Select(number => RolloutViews.Ring(row, rules, number, shown.Counts, begun, gates));
        var whole = new RolloutDetail(
            row.Summary(rules, RolloutCounts.Of(shown.Counts)),
            rules,
            row.PlanHash,
            (int)row.Needed,
            [],
            [.. rings],
            [],
            []
        );
        return shown.Whole ? whole : PartOfRollout.Of(whole, seen.Hosts);
    }
}
