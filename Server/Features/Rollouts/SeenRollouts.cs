using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts;

/// <summary>What of a rollout the caller may see.</summary>
/// <param name="Counts">Of the hosts in scope.</param>
/// <param name="Whole">True when the rollout can concern no host outside the scope.</param>
internal sealed record SeenRollout(IReadOnlyList<RingStateRow> Counts, bool Whole);

/// <summary>
/// The rollouts that the caller may see: those of the policies that decide for hosts in scope, and those that have such hosts. A caller
/// that could also command it (<see cref="RolloutReach"/>) sees all of a rollout; others see only the counts of their hosts.
/// </summary>
internal sealed class SeenRollouts(SeenHosts seen, Requirements requirements)
{
    private sealed class HostRow
    {
        public string RolloutId { get; init; } = "";
        public string HostId { get; init; } = "";
        public long Ring { get; init; }
        public string State { get; init; } = "";
        public bool Told { get; init; }
    }

    private sealed class Found
    {
        public Dictionary<(long Ring, string State), (long Hosts, long Told)> Seen { get; } = [];
        public Dictionary<(long Ring, string State), (long Hosts, long Told)> Left { get; } = [];
        public bool Beyond { get; set; }
    }

    public SeenHosts Hosts => seen;

    /// <summary>Hosts of a policy that have a revision of it now, by their last check-in; counted as on the page of the policy.</summary>
    public int CountHolding(RevisionRow revision)
    {
        var digest = BundleDigest.Of(revision.ReadContent());
        return seen.Following(requirements.Current, revision.Policy).Count(host => host.Presence.Held?.Digest == digest);
    }

    /// <summary>One; <see langword="null"/> when it is out of sight.</summary>
    public async Task<SeenRollout?> OfAsync(DbSession db, RolloutRow row) => (await OfAsync(db, [row])).GetValueOrDefault(row.Id);

    /// <summary>By id; those that are out of sight are not in it.</summary>
    public async Task<IReadOnlyDictionary<string, SeenRollout>> OfAsync(DbSession db, IReadOnlyList<RolloutRow> rows)
    {
        var ids = rows.Select(row => row.Id).ToList();
        if (seen.Scope.IsFleet)
        {
            var counts = (await RolloutQueries.CountsAsync(db, ids)).ToLookup(row => row.RolloutId, StringComparer.Ordinal);
            return ids.ToDictionary(id => id, id => new SeenRollout([.. counts[id]], true), StringComparer.Ordinal);
        }
        var (found, set) = (await FindAsync(db, ids), requirements.Current);
        var mine = seen.All.Select(host => set.PolicyFor(host.Identity)).ToHashSet(StringComparer.Ordinal);
        var within = rows.Select(row => row.Policy)
            .Distinct(StringComparer.Ordinal)
            .ToDictionary(policy => policy, policy => Within(set, policy), StringComparer.Ordinal);
        var shown = new Dictionary<string, SeenRollout>(StringComparer.Ordinal);
        foreach (var row in rows)
        {
            var of = found.GetValueOrDefault(row.Id) ?? new();
            var whole = !of.Beyond && within[row.Policy];
            if (whole || of.Seen.Count > 0 || mine.Contains(row.Policy))
                shown[row.Id] = new(Rows(row.Id, whole ? of.Seen.Concat(of.Left) : of.Seen), whole);
        }
        return shown;
    }

    /// <summary>Whether every host that a policy can ever reach by its assignments is in scope.</summary>
    private bool Within(RequirementSet set, string policy) => set.AssignedTo(policy).All(seen.Scope.Contains);

    private async Task<Dictionary<string, Found>> FindAsync(DbSession db, IReadOnlyList<string> ids)
    {
        var found = new Dictionary<string, Found>(StringComparer.Ordinal);
        // A scope is no column: the hosts are sifted here, one after the other.
        await foreach (
            var row in db.StreamAsync<HostRow>(
                "select rollout_id, host_id, ring, state, case when admitted_at is null then 0 else 1 end as told from rollout_hosts "
                    + "where rollout_id in @ids",
                new { ids }
            )
        )
        {
            if (!found.TryGetValue(row.RolloutId, out var of))
                found.Add(row.RolloutId, of = new());
            if (seen.Hides(row.HostId))
            {
                of.Beyond = true;
                continue;
            }
            var counts = seen.Sees(row.HostId) ? of.Seen : of.Left;
            var (hosts, told) = counts.GetValueOrDefault((row.Ring, row.State));
            counts[(row.Ring, row.State)] = (hosts + 1, told + (row.Told ? 1 : 0));
        }
        return found;
    }

    private static IReadOnlyList<RingStateRow> Rows(
        string id,
        IEnumerable<KeyValuePair<(long Ring, string State), (long Hosts, long Told)>> counts
    ) =>
        [
            .. counts
                .GroupBy(one => one.Key)
                .Select(same => new RingStateRow
                {
                    RolloutId = id,
                    Ring = same.Key.Ring,
                    State = same.Key.State,
                    Hosts = same.Sum(one => one.Value.Hosts),
                    Told = same.Sum(one => one.Value.Told),
                }),
        ];
}
