using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>The hosts of a ring that were cut off, and the rest of the plan in the same time, as they are when a gate judges.</summary>
internal sealed class SilenceNow(Fleet fleet, RolloutRow row, Watch watch, int ring)
{
    /// <summary>Whether a host was silent in the same time.</summary>
    private enum Sharing
    {
        No,
        Yes,

        /// <summary>It was, and has been back for longer than hosts return from one outage.</summary>
        Over,
    }

    private readonly long _now = fleet.Clock.GetTimestamp();

    // A host that was silent before the ring began says nothing about it, in either group.
    private readonly long _audible = (row.RingSince ?? 0) - watch.Rules.UnreachableSeconds * 1000L;

    /// <summary>Unreachable hosts, and others that were silent as long.</summary>
    /// <returns><see langword="null"/> while no host of the ring is unreachable.</returns>
    public RingSilence? Unreachable() =>
        Compare(
            IsUnreachable,
            track => track.Heard,
            // One may have missed a check-in before others that fell silent with it.
            track => track.Overdue(watch.Limits, fleet.Clock, _now) <= 2 * watch.Limits.CheckIn,
            (track, begins) =>
                track.IsSilent(watch.Limits, fleet.Clock, _now) ? Sharing.Yes
                : !(track.Returned > begins) ? Sharing.No
                : track.HasJustReturned(watch.Limits, fleet.Clock, _now) ? Sharing.Yes
                : Sharing.Over
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
            // No time ends this: the host is sent the revision again, and then either has it or is cut off at another time.
            (track, begins) => !track.IsHeard(watch.Limits, fleet.Clock, _now) || track.Missed > begins ? Sharing.Yes : Sharing.No
        );

    /// <param name="cut">The hosts of the ring that were cut off.</param>
    /// <param name="since">From when; <see langword="null"/> when this server did not observe it.</param>
    /// <param name="early">Whether hosts that were cut off with one may not have been found silent yet.</param>
    /// <param name="shares">Whether a host was cut off since a time, and may have returned: hosts return one after the other.</param>
    private RingSilence? Compare(
        Func<Track, bool> cut,
        Func<Track, long?> since,
        Func<Track, bool> early,
        Func<Track, long, Sharing> shares
    )
    {
        var all = watch.Tracks.Where(cut).ToList();
        if (all.Count == 0)
            return null;
        var begins = all.Where(track => fleet.Hosts.Find(track.Id) is { } host && IsAudible(track, host)).Min(since) ?? _now;
        var set = fleet.Requirements.Current;
        var (ours, control, earlier) = (new SilentHosts(0, 0), new SilentHosts(0, 0), new SilentHosts(0, 0));
        var (open, before, brief) = (0, 0, 0);
        var (unknown, over) = ((Control: 0, Earlier: 0), (Control: 0, Earlier: 0));
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
            if (!IsAudible(track, host) || isCut && since(track) is null)
            {
                before += isCut ? 1 : 0;
                brief += isCut && track.CutBriefly ? 1 : 0;
            }
            else if (mine && !isCut && track.IsUnknown(watch.Limits, fleet.Clock, _now))
                continue;
            else if (mine)
            {
                ours = ours.With(isCut || shares(track, begins) == Sharing.Yes);
                open += isCut && early(track) ? 1 : 0;
            }
            else if (!track.Told && set.PolicyFor(host.Identity) != row.Policy)
                continue;
            else if (track.IsUnknown(watch.Limits, fleet.Clock, _now))
                unknown = track.Told ? (unknown.Control, unknown.Earlier + 1) : (unknown.Control + 1, unknown.Earlier);
            else
            {
                var shared = shares(track, begins);
                var ended = shared == Sharing.Over ? 1 : 0;
                if (track.Told)
                    (earlier, over.Earlier) = (earlier.With(shared == Sharing.Yes), over.Earlier + ended);
                else
                    (control, over.Control) = (control.With(shared == Sharing.Yes), over.Control + ended);
            }
        }
        var controlled = control.All + unknown.Control > 0;
        // After a start of the server the others are heard one after the other: until then none of them can share the silence.
        var waits = (controlled ? unknown.Control : unknown.Earlier) > 0;
        return new(ours, controlled ? control : earlier, Earlier: !controlled, waits ? all.Count - before : open, before, waits)
        {
            Brief = brief,
            Over = controlled ? over.Control : over.Earlier,
            Return = watch.Limits.Return,
        };
    }

    private bool IsAudible(Track track, FleetHost host) =>
        track.Said is { } said && (said >= watch.Began || fleet.Clock.GetElapsedTime(said, watch.Began) <= watch.Limits.Unreachable)
        || host.Presence.SeenAt >= _audible;

    private bool IsUnreachable(Track track) => track.Ring == ring && track.State == RolloutHostState.Unreachable;
}
