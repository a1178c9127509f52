using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>The hosts that a rollout of a policy is to move, and those of the policy that it leaves out.</summary>
/// <param name="Hosts">To be moved.</param>
/// <param name="Excluded">Left out, by reason.</param>
internal sealed record Members(IReadOnlyList<PlanHost> Hosts, IReadOnlyList<RolloutExclusion> Excluded)
{
    /// <param name="db">A few queries over the hosts' reports, whatever their number.</param>
    /// <param name="fleet">Hosts, requirements and the clock.</param>
    /// <param name="target">Revisions.</param>
    public static async Task<Members> OfAsync(DbSession db, Fleet fleet, RevisionRow target)
    {
        var (set, now) = (fleet.Requirements.Current, fleet.Clock.Now());
        var told = await PlanHostQueries.ToldAsync(db);
        var unable = await UnableHosts.OfAsync(db, fleet, target);
        var (hosts, excluded) = (new List<PlanHost>(), new Dictionary<string, int>(StringComparer.Ordinal));
        foreach (var host in fleet.Hosts.All)
        {
            var identity = host.Identity;
            if (set.PolicyFor(identity) != target.Policy)
                continue;
            told.TryGetValue(identity.Id, out var says);
            var why =
                // As the impact counts them: a host that never can is not one that may check in yet.
                unable.GetValueOrDefault(identity.Id)
                ?? (
                    host.Presence.SeenAt == 0 ? "never checked in"
                    : set.PinOf(identity.Id) is { } pin ? $"held by {Actors.Name(pin.Hold.By)}"
                    : says?.Hold is { } hold ? $"held by {hold.By} at the host"
                    : null
                );
            if (why is null)
                hosts.Add(new(identity, host.IsSilent(now, fleet.Options.StaleAfter), says?.Window ?? ""));
            else
                excluded[why] = excluded.GetValueOrDefault(why) + 1;
        }
        return new(
            hosts,
            [
                .. excluded
                    .OrderByDescending(one => one.Value)
                    .ThenBy(one => one.Key, StringComparer.Ordinal)
                    .Select(one => new RolloutExclusion(one.Key, one.Value)),
            ]
        );
    }
}
