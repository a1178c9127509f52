using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>The silent hosts of a ring, and of the rest of the plan in the same time, as they are when a gate judges.</summary>
internal static class SilenceNow
{
    /// <summary>What a healthy host may need for a check-in beyond the time the server holds it open.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(15);

    /// <returns><see langword="null"/> while no host of the ring is unreachable.</returns>
    public static RingSilence? Of(Fleet fleet, RolloutRow row, Watch watch, int ring)
    {
        if (watch.Tally.In(ring, RolloutHostState.Unreachable) == 0)
            return null;
        var (set, now, rules) = (fleet.Requirements.Current, fleet.Clock.GetTimestamp(), watch.Rules);
        var begins = watch.Tracks.Where(track => IsUnreachable(track, ring)).Min(track => track.Heard);
        // A host that was silent before the ring began says nothing about it, in either group.
        var audible = (row.RingSince ?? 0) - rules.UnreachableSeconds * 1000L;
        var (ours, control, earlier) = (new SilentHosts(0, 0), new SilentHosts(0, 0), new SilentHosts(0, 0));
        var (open, before) = (0, 0);
        foreach (var track in watch.Tracks)
        {
            if (track.State is RolloutHostState.Left or RolloutHostState.Failed || fleet.Hosts.Find(track.Id) is not { } host)
                continue;
            var (heard, mine) = (host.Presence.SeenAt >= audible, track.Told && track.Ring == ring);
            if (!heard)
                before += mine && IsUnreachable(track, ring) ? 1 : 0;
            else if (mine)
            {
                ours = ours.With(IsUnreachable(track, ring) || track.Returned >= begins);
                open += IsUnreachable(track, ring) && track.Overdue(rules, fleet.Clock, now) <= fleet.Options.PollLimit + Grace ? 1 : 0;
            }
            else if (track.Told)
                earlier = earlier.With(Silent(track));
            else if (set.PolicyFor(host.Identity) == row.Policy)
                control = control.With(Silent(track));
        }
        return new(ours, control.All > 0 ? control : earlier, Earlier: control.All == 0, open, before);

        // Also one that has returned: hosts come back from one outage one after the other.
        bool Silent(Track track) => track.IsSilent(rules, fleet.Clock, now) || track.Returned >= begins;
    }

    private static bool IsUnreachable(Track track, int ring) => track.Ring == ring && track.State == RolloutHostState.Unreachable;
}
