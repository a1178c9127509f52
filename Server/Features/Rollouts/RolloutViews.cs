using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

/// <summary>Rollouts as the API and the console read them.</summary>
internal static class RolloutViews
{
    private const int Most = 500,
        Sifted = 50;

    public static Task<IReadOnlyList<RolloutSummary>> ListAsync(
        Database database,
        SeenRollouts seen,
        string? policy,
        bool active,
        PageWindow? window = null
    ) =>
        database.ReadAsync<IReadOnlyList<RolloutSummary>>(async db =>
        {
            var (wanted, after) = (window?.Rows ?? Most, window?.After);
            // For a scope the rows are sifted here, so that it takes more than one look to fill a page.
            var each = seen.Hosts.Scope.IsFleet ? wanted : Math.Min(wanted, Sifted);
            var found = new List<RolloutSummary>();
            while (true)
            {
                var rows = await RolloutQueries.ListAsync(db, string.IsNullOrEmpty(policy) ? null : policy, active, each, after);
                var shown = await seen.OfAsync(db, rows);
                found.AddRange(
                    rows.Where(row => shown.ContainsKey(row.Id))
                        .Select(row => Summary(row, row.ReadRules(), shown[row.Id]))
                        .Take(wanted - found.Count)
                );
                if (rows.Count < each || found.Count >= wanted)
                    return found;
                after = rows[^1].Id;
            }
        });

    /// <returns><see langword="null"/> when there is none, or it is out of sight.</returns>
    public static Task<RolloutDetail?> FindAsync(Database database, SeenRollouts seen, string id) =>
        database.ReadAsync(async db =>
        {
            if (await RolloutQueries.FindAsync(db, id) is not { } row || await seen.OfAsync(db, row) is not { } shown)
                return null;
            var (rules, counts) = (row.ReadRules(), shown.Counts);
            var (gates, events) = (await RolloutQueries.GatesAsync(db, id), await RolloutQueries.EventsAsync(db, id));
            var since = await RolloutHostQueries.SinceAsync(db, id);
            var rings = Enumerable.Range(1, rules.Rings.Count).Select(number => Ring(row, rules, number, counts, since, gates)).ToList();
            var whole = new RolloutDetail(
                row.Summary(rules, RolloutCounts.Of(counts)),
                rules,
                row.PlanHash,
                (int)row.Needed,
                await RolloutQueries.ApprovalsAsync(db, id),
                rings,
                row.ReadExcluded(),
                events
            )
            {
                HaveNow = await PolicyQueries.FindAsync(db, row.Policy, (int)row.ToRevision) is { } revision
                    ? seen.CountHolding(revision)
                    : 0,
                Stopped = (await StoppedRollouts.OfAsync(db, row.Policy, before: id)).GetValueOrDefault((int)row.ToRevision),
            };
            return shown.Whole ? whole : PartOfRollout.Of(whole, seen.Hosts);
        });

    /// <summary>What the gate of a ring said in the course of it; nothing where its figures cover hosts out of sight.</summary>
    /// <returns><see langword="null"/> when there is no such rollout, or it is out of sight.</returns>
    public static Task<IReadOnlyList<GatePoint>?> HistoryAsync(Database database, SeenRollouts seen, string id, int? ring) =>
        database.ReadAsync(async db =>
            await RolloutQueries.FindAsync(db, id) is not { } row || await seen.OfAsync(db, row) is not { } shown ? null
            : shown.Whole ? await GateHistory.ListAsync(db, id, ring ?? row.Ring)
            : []
        );

    /// <summary>A plan that is not stored.</summary>
    public static RolloutDetail Of(RolloutPlan plan, RolloutCaller by, string reason, int needed, DateTimeOffset now)
    {
        var rules = plan.Rules;
        var row = new RolloutRow
        {
            Author = by.Actor,
            Needed = needed,
            PlanHash = plan.Hash,
            Emergency = plan.Emergency,
        };
        var sizes = plan.Hosts.CountBy(one => one.Ring).ToDictionary();
        return new(
            new()
            {
                Id = "",
                Policy = plan.Target.Policy,
                From = (int?)plan.Target.From?.Number,
                To = (int)plan.Target.To.Number,
                State = RolloutState.AwaitingApproval,
                Sentence =
                    "Nothing is stored. "
                    + (plan.Earlier is { } earlier ? RolloutSentences.Ends(earlier.Id, earlier.ToRevision) : "")
                    + (
                        needed > 0
                            ? RolloutSentences.AwaitingApproval(row, rules.Rings.Count, plan.Hosts.Count, 0)
                            : "This server asks for no approval: it would start at once."
                    ),
                Ring = 0,
                Rings = rules.Rings.Count,
                Hosts = plan.Hosts.Count,
                Admitted = 0,
                Applied = 0,
                Failed = 0,
                Emergency = plan.Emergency,
                Author = by.Actor,
                Reason = reason,
                Created = now,
            },
            rules,
            plan.Hash,
            needed,
            [],
            [
                .. rules.Rings.Select(
                    (ring, i) =>
                        new RolloutRing
                        {
                            Number = i + 1,
                            Name = NameOf(ring),
                            Hosts = sizes.GetValueOrDefault(i + 1),
                            States = new Dictionary<string, int>(StringComparer.Ordinal)
                            {
                                [nameof(RolloutHostState.Waiting)] = sizes.GetValueOrDefault(i + 1),
                            },
                            BakeSeconds = RolloutSentences.BakeSeconds(rules, i + 1),
                            EvidenceSeconds = plan.Traffic.GetValueOrDefault(i + 1)?.Seconds(rules),
                        }
                ),
            ],
            plan.Excluded,
            []
        )
        {
            Stopped = plan.Stopped,
        };
    }

    private static RolloutSummary Summary(RolloutRow row, RolloutRules rules, SeenRollout shown)
    {
        var summary = row.Summary(rules, RolloutCounts.Of(shown.Counts));
        return shown.Whole ? summary : PartOfRollout.Of(summary);
    }

    internal static RolloutRing Ring(
        RolloutRow row,
        RolloutRules rules,
        int number,
        IReadOnlyList<RingStateRow> counts,
        IReadOnlyDictionary<int, long> since,
        IReadOnlyDictionary<int, RolloutGate> gates
    )
    {
        var bake = RolloutSentences.BakeSeconds(rules, number);
        var baked =
            number == row.Ring ? row.BakedMs / 1000.0
            : number > row.Cleared ? 0
            : row.ReadRingsBaked().TryGetValue(number, out var stored) ? stored / 1000.0
            : bake;
        var states = counts
            .Where(count => count.Ring == number)
            .ToDictionary(count => count.State, count => (int)count.Hosts, StringComparer.Ordinal);
        return new()
        {
            Number = number,
            Name = NameOf(rules.Rings[number - 1]),
            Hosts = states.Values.Sum(),
            States = states,
            Since = since.TryGetValue(number, out var at) ? Clock.At(at) : null,
            BakedSeconds = baked,
            BakeSeconds = bake,
            Gate = gates.GetValueOrDefault(number) is { } gate ? BakeTime.Until(gate, baked) : null,
        };
    }

    private static string NameOf(RingRule ring) =>
        ring.Name
        ?? (
            ring.Hosts is { } hosts ? $"{hosts} host{(hosts == 1 ? "" : "s")}"
            : ring.Percent is { } percent ? FormattableString.Invariant($"{percent} %")
            : ring.Selector!
        );
}
