using System.Security.Claims;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies.Pages;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages;

/// <summary>Rollouts as the console shows them.</summary>
internal sealed class RolloutBoard(Fleet fleet, SeenHosts seen, SeenRollouts rollouts, PolicyBoard policies)
{
    /// <summary>Hosts of the fleet.</summary>
    public int Hosts => seen.Count;

    /// <summary>Those in progress first, then the newest.</summary>
    public async Task<IReadOnlyList<RolloutSummary>> ListAsync(string? policy = null, bool active = false) =>
        [.. (await RolloutViews.ListAsync(fleet.Database, rollouts, policy, active)).OrderBy(rollout => RolloutWords.Ended(rollout.State))];

    /// <summary>The ended rollout of a policy whose revision hosts keep, and how many; <see langword="null"/> for none.</summary>
    internal Task<(RolloutRow Rollout, int Hosts)?> KeptAsync(string policy) =>
        fleet.Database.ReadAsync<(RolloutRow, int)?>(async db =>
            await RolloutQueries.KeptAsync(db, policy) is { } row
            && (await KeptHosts.OfAsync(db, fleet, row)).Count(seen.Sees) is > 0 and var hosts
                ? (row, hosts)
                : null
        );

    /// <inheritdoc cref="ActiveRollouts.OfAsync"/>
    public Task<ActiveRollouts> ActiveAsync() => ActiveRollouts.OfAsync(fleet.Database, rollouts);

    public async Task<RolloutView?> FindAsync(string id, ClaimsPrincipal who)
    {
        if (await RolloutViews.FindAsync(fleet.Database, rollouts, id) is not { } detail)
            return null;
        var changes = await ChangesAsync(detail.Summary);
        return await fleet.Database.ReadAsync(async db =>
        {
            var row = (await RolloutQueries.FindAsync(db, id))!;
            var failures = await RolloutFailure.ListAsync(db, seen, id);
            return new RolloutView(detail, failures, changes, await ObstacleAsync(db, row, who), row.InForce);
        });
    }

    /// <inheritdoc cref="RolloutViews.HistoryAsync"/>
    public async Task<IReadOnlyList<GatePoint>> HistoryAsync(string id, int ring) =>
        await RolloutViews.HistoryAsync(fleet.Database, rollouts, id, ring) ?? [];

    public Task<RolloutHostPage> HostsAsync(string id, int? ring, RolloutHostState? state, string? after, int limit) =>
        fleet.Database.ReadAsync(db => RolloutHostQueries.PageAsync(db, seen, id, ring, state, after, limit));

    /// <inheritdoc cref="StoppedRollouts.OfAsync"/>
    public Task<IReadOnlyDictionary<int, StoppedRollout>> StoppedAsync(string policy) =>
        fleet.Database.ReadAsync(db => StoppedRollouts.OfAsync(db, policy));

    public Task<IReadOnlyList<Freeze>> FreezesAsync() => fleet.Database.ReadAsync(db => FreezeQueries.ListAsync(db, fleet.Clock.Now()));

    /// <summary>What the revision requires, scope by scope, beside the current one.</summary>
    public async Task<IReadOnlyList<ScopeChange>> ChangesAsync(RolloutSummary rollout) =>
        await MeaningAsync(rollout.Policy, rollout.To) is { } after
            ? ScopeChange.Of(rollout.From is { } from ? await MeaningAsync(rollout.Policy, from) : null, after)
            : [];

    public Task<RevisionDetail?> RevisionAsync(string policy, int revision) =>
        policies.RevisionAsync(policy, revision, CancellationToken.None);

    private async Task<Policy?> MeaningAsync(string policy, int revision) =>
        await RevisionAsync(policy, revision) is { } found ? PolicyReader.Read(found.Document).Policy : null;

    /// <summary>Why a person cannot approve it; <see langword="null"/> when nothing prevents it.</summary>
    internal static async Task<string?> ObstacleAsync(DbSession db, RolloutRow row, ClaimsPrincipal who)
    {
        if (who.Person() == row.AuthorPerson)
            return "You planned it. Authors cannot approve their own plans, administrators included.";
        return (await RolloutQueries.ApproversAsync(db, row.Id, row.PlanHash)).Contains(who.Person(), StringComparer.Ordinal)
            ? "You have approved it; another person must also approve it."
            : null;
    }
}

/// <summary>A rollout with what its page shows besides.</summary>
/// <param name="Detail">The rollout.</param>
/// <param name="Failures">Hosts that failed, by reason.</param>
/// <param name="Changes">What the revision requires in each scope.</param>
/// <param name="Obstacle">Why the present person cannot approve it; <see langword="null"/> when nothing prevents it.</param>
/// <param name="InForce">True while it decides what some hosts must have.</param>
public sealed record RolloutView(
    RolloutDetail Detail,
    IReadOnlyList<RolloutFailure> Failures,
    IReadOnlyList<ScopeChange> Changes,
    string? Obstacle,
    bool InForce
)
{
    /// <summary>Commands that it accepts now.</summary>
    internal IEnumerable<RolloutAction> Possible
    {
        get
        {
            var (row, gate) = (Detail.Summary, Detail.Rings.FirstOrDefault(ring => ring.Number == Detail.Summary.Ring)?.Gate);
            var ended = RolloutWords.Ended(row.State);
            if (
                row.State == RolloutState.Paused
                || row.State == RolloutState.Holding && gate is { Verdict: GateVerdict.Fail } && !StandingHarm.In(gate)
            )
                yield return RolloutAction.Resume;
            if (!ended && row.State != RolloutState.Paused)
                yield return RolloutAction.Pause;
            if (row.State is RolloutState.Running or RolloutState.Holding && gate is not { Verdict: GateVerdict.Fail })
                yield return RolloutAction.Promote;
            if (InForce)
                yield return RolloutAction.RollBack;
            if (!ended)
                yield return RolloutAction.Abort;
        }
    }
}
