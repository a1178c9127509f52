using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>The hosts of earlier rings and of the control group, as they are when a gate judges.</summary>
internal static class HostsAfterGates
{
    /// <summary>
    /// Of the rings before this one; <see langword="null"/> for none. Hosts that were silent before the rollout started say nothing about
    /// it, in either group: by plan they are in the last ring.
    /// </summary>
    public static HostsAfterGate? Of(Fleet fleet, RolloutRow row, Watch watch, int ring)
    {
        var (set, rings) = (fleet.Requirements.Current, new RingAfterGate[ring]);
        var (ours, control, back) = (new SilentHosts(0, 0), new SilentHosts(0, 0), 0);
        var now = fleet.Clock.GetTimestamp();
        foreach (var track in watch.Tracks)
        {
            if (track.State == RolloutHostState.Left || track.Told && track.Ring >= ring)
                continue;
            // A person went on without it, and it gets the revision again.
            if (track.IsUnconfirmed)
                continue;
            if (fleet.Hosts.Find(track.Id) is not { } host)
                continue;
            // After a start of the server nothing is known of a host until it is heard, whatever it was before.
            var heard =
                (track.Said is not null || host.Presence.SeenAt >= row.StartedAt) && !track.IsUnknown(watch.Limits, fleet.Clock, now);
            if (!track.Told)
            {
                if (heard && set.PolicyFor(host.Identity) == row.Policy)
                {
                    var silent = track.IsSilent(watch.Limits, fleet.Clock, now);
                    var returned = !silent && track.HasJustReturned(watch.Limits, fleet.Clock, now);
                    control = control.With(silent || returned);
                    back += returned ? 1 : 0;
                }
                continue;
            }
            var failed = track.State == RolloutHostState.Failed;
            var at = rings[track.Ring] ?? new(track.Ring, 0, 0);
            rings[track.Ring] = at with
            {
                Hosts = at.Hosts + 1,
                Failed = at.Failed + (failed ? 1 : 0),
                Drifted = at.Drifted + (track.IsDrifted(fleet.Clock, now) ? 1 : 0),
            };
            if (heard && !failed)
                ours = ours.With(track.State == RolloutHostState.Unreachable);
        }
        RingAfterGate[] there = [.. rings.Where(one => one is not null)];
        return there.Length == 0 ? null : new(there, ours, control) { Back = back, Return = watch.Limits.Return };
    }
}
