using IwTune.Server.Console;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>By how much the hosts of the policy differ from those of the plan that was approved.</summary>
/// <param name="Planned">Hosts of the plan.</param>
/// <param name="Leavers">Hosts that have not had their turn and will not get one.</param>
/// <param name="Left">
/// Hosts that left since the plan was made, before they had their turn. A host that had its turn and turned out to be unable is an outcome,
/// not another plan.
/// </param>
/// <param name="Newcomers">
/// Hosts that follow the policy and are in no plan; within the tolerance they get the revision when it is published.
/// </param>
internal sealed record PlanDrift(int Planned, IReadOnlyList<HostChange> Leavers, int Left, int Newcomers)
{
    public static async Task<PlanDrift> OfAsync(DbSession db, RolloutRow row, Watch watch, Members members)
    {
        var now = members.Hosts.Select(host => host.Identity.Id).ToHashSet(StringComparer.Ordinal);
        var leavers = watch
            .Tracks.Where(track => track.State == RolloutHostState.Waiting && !now.Contains(track.Id))
            .Select(track => new HostChange(
                track,
                track.State,
                new(RolloutHostState.Left, "", "no longer follows the policy, is held, or does not support it")
            ))
            .ToList();
        var left = await db.ValueAsync<long>(
            "select count(*) from rollout_hosts where rollout_id = @Id and state = 'Left' and admitted_at is null and settled_at >= "
                + "@PlannedAt",
            new { row.Id, row.PlannedAt }
        );
        return new(watch.Tracks.Count, leavers, (int)left, now.Count(id => watch.Find(id) is null));
    }

    public int Allowed(RolloutRules rules) => Math.Max(1, (int)(rules.DriftPercent * Planned / 100));

    public bool IsTooMuch(RolloutRules rules) => Leavers.Count + Left + Newcomers > Allowed(rules);

    public string Text(RolloutRules rules) =>
        $"{Quantities.Of(Newcomers, "host")} {(Newcomers == 1 ? "was" : "were")} added to the policy and "
        + $"{Quantities.Count(Leavers.Count + Left)} left since the plan of "
        + $"{Quantities.Of(Planned, "host")} was made; at most {Quantities.Count(Allowed(rules))} may differ.";
}
