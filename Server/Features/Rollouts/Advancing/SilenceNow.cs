using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>The hosts of a ring that were cut off, and the rest of the plan in the same time, as they are when a gate judges.</summary>
internal sealed class SilenceNow(Fleet fleet, RolloutRow row, Watch watch, int ring)
{
    private readonly long _now = fleet.Clock.GetTimestamp();

    // A host that was silent before the ring began says nothing about it, in either group.
    private readonly long _audible = (row.RingSince ?? 0) - watch.Rules.UnreachableSeconds * 1000L;

    /// <summary>Unreachable hosts, and others that were silent as long.</summary>
    /// <returns><see langword="null"/> while no host of the ring is unreachable.</returns>
    public RingSilence? Unreachable() =>
        Compare(
            IsUnreachable,
            track => track.Heard,
            track => track.Overdue(watch.Limits, fleet.Clock, _now) <= watch.Limits.CheckIn,
            (track, begins) => track.IsSilent(watch.Limits, fleet.Clock, _now) || track.Returned > begins
        );

    /// <summary>
    /// Hosts that restored the revision because they could not reach the server, and others that missed a check-in: the time to confirm is
    /// shorter than that of an unreachable host.
    /// </summary>
    /// <returns><see langword="null"/> while there is no such host in the ring.</returns>
    public RingSilence? Unconfirmed() =>
        Compare(
            track => track.Ring == ring && track.IsUnconfirmed,
            track => track.Cut?.From,
            track => track.Cut is { To: var to } && fleet.Clock.GetElapsedTime(to, _now) <= watch.Limits.CheckIn,
            (track, begins) => !track.IsHeard(watch.Limits, fleet.Clock, _now) || track.Missed > begins
        );

    /// <param name="cut">The hosts of the ring that were cut off.</param>
    /// <param name="since">From when; <see langword="null"/> when this server did not observe it.</param>
    /// <param name="early">Whether hosts that were cut off with one may not have been found silent yet.</param>
    /// <param name="silent">Whether a host was cut off since a time, and may have returned: hosts return one after the other.</param>
    private RingSilence? Compare(Func<Track, bool> cut, Func<Track, long?> since, Func<Track, bool> early, Func<Track, long, bool> silent)
    {
        var all = watch.Tracks.Where(cut).ToList();
        if (all.Count == 0)
            return null;
        var begins = all.Min(since) ?? _now;
        var set = fleet.Requirements.Current;
        var (ours, control, earlier) = (new SilentHosts(0, 0), new SilentHosts(0, 0), new SilentHosts(0, 0));
        var (open, before, unknown) = (0, 0, (Control: 0, Earlier: 0));
        foreach (var track in watch.Tracks)
        {
            var mine = track.Told && track.Ring == ring;
            var isCut = mine && cut(track);
            if (
                track.State is RolloutHostState.Left
                || track.State == RolloutHostState.Failed && !isCut
                || fleet.Hosts.Find(track.Id) is not { } host
            )
                continue;
            if (host.Presence.SeenAt < _audible || isCut && since(track) is null)
                before += isCut ? 1 : 0;
            else if (mine && !isCut && track.IsUnknown(watch.Limits, fleet.Clock, _now))
                continue;
            else if (mine)
            {
                ours = ours.With(isCut || silent(track, begins));
                open += isCut && early(track) ? 1 : 0;
            }
            else if (!track.Told && set.PolicyFor(host.Identity) != row.Policy)
                continue;
            else if (track.IsUnknown(watch.Limits, fleet.Clock, _now))
                unknown = track.Told ? (unknown.Control, unknown.Earlier + 1) : (unknown.Control + 1, unknown.Earlier);
            else if (track.Told)
                earlier = earlier.With(silent(track, begins));
            else
                control = control.With(silent(track, begins));
        }
        var controlled = control.All + unknown.Control > 0;
        // After a start of the server the others are heard one after the other: until then none of them can share the silence.
        var waits = (controlled ? unknown.Control : unknown.Earlier) > 0;
        return new(ours, controlled ? control : earlier, Earlier: !controlled, waits ? all.Count - before : open, before, waits);
    }

    private bool IsUnreachable(Track track) => track.Ring == ring && track.State == RolloutHostState.Unreachable;
}
