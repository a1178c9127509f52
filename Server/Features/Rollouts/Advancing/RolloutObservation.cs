using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>The outcomes of admitted hosts, from memory; the store is read only for hosts with something new.</summary>
internal static class RolloutObservation
{
    /// <summary>A host that answers but has not taken the revision after this multiple of the time for silence has failed.</summary>
    private const int Patience = 3;

    public static async Task<IReadOnlyList<HostChange>> OfAsync(Fleet fleet, RolloutRow row, Watch watch)
    {
        var set = fleet.Requirements.Current;
        if (set.Policy(row.Policy)?.Rollout is not { } inForce || inForce.Id != row.Id)
            return [];
        var (now, changes, look) = (fleet.Clock.GetTimestamp(), new List<HostChange>(), new List<(Track Track, FleetHost Host)>());
        foreach (var track in watch.Tracks)
        {
            if (track.State == RolloutHostState.Left)
                continue;
            if (!track.Told)
            {
                // How many of these fall silent is compared with the hosts that have the revision.
                if (fleet.Hosts.Find(track.Id) is { } waiting)
                    watch.Hear(track, waiting.Presence, fleet.Clock, now);
                continue;
            }
            if (Gone(fleet, set, inForce, row.Policy, track) is { } why)
            {
                changes.Add(new(track, track.State, new(RolloutHostState.Left, "", why)));
                continue;
            }
            var host = fleet.Hosts.Find(track.Id)!;
            watch.Hear(track, host.Presence, fleet.Clock, now);
            if (IsNew(track, host))
                look.Add((track, host));
            else if (
                Settle(fleet, watch.Limits, inForce.Target.Digest, track, track.Outcome ?? new(RolloutHostState.Admitted, "", ""), now) is
                { } change
            )
                changes.Add(change);
        }
        if (look.Count > 0)
            changes.AddRange(await LookAsync(fleet, watch, inForce, look, now));
        return changes;
    }

    private static async Task<List<HostChange>> LookAsync(
        Fleet fleet,
        Watch watch,
        RolloutInForce inForce,
        List<(Track Track, FleetHost Host)> look,
        long now
    )
    {
        // Taken before the store is read: a host judged in between is evaluated again.
        foreach (var (track, host) in look)
            (track.JudgedBy, track.Looked) = (host.JudgedBy, true);
        var told = await fleet.Database.ReadAsync(db => TrackQueries.ToldAsync(db, look.ConvertAll(one => one.Track.Id)));
        var changes = new List<HostChange>();
        foreach (var (track, _) in look)
        {
            var judged = track.JudgedBy is null || IsOf(track.JudgedBy, inForce.Target.Digest, track.Presence!);
            track.Outcome = HostOutcome.Of(
                inForce.Target.Digest,
                track.Presence!,
                judged,
                told.GetValueOrDefault(track.Id),
                track.RestoredBefore
            );
            if (Settle(fleet, watch.Limits, inForce.Target.Digest, track, track.Outcome, now) is { } change)
                changes.Add(change);
        }
        return changes;
    }

    /// <summary>A verdict on an earlier check-in says nothing of a host that takes the revision after a failure.</summary>
    private static bool IsOf(Basis judged, string required, Presence said) =>
        judged.RequiredDigest == required && judged.Held == said.Held?.Digest && judged.Rejected == said.Rejected;

    // A repaired host is judged every second for a day; once it has the revision that says nothing new.
    private static bool IsNew(Track track, FleetHost host) =>
        !track.Looked
        || !ReferenceEquals(track.JudgedBy, host.JudgedBy) && (host.JudgedBy is not null || track.State != RolloutHostState.Applied);

    private static string? Gone(Fleet fleet, RequirementSet set, RolloutInForce inForce, string policy, Track track)
    {
        if (fleet.Hosts.Find(track.Id) is not { } host)
            return "left the fleet";
        if (ReferenceEquals(track.Follows, set))
            return null;
        if (set.PolicyFor(host.Identity) is var now && now != policy)
            return now is null ? "no longer follows a policy" : $"follows policy {now} now";
        if (inForce.Admitted.Contains(track.Id) && host.Required(set).Digest != inForce.Target.Digest)
            return "held on the server";
        track.Follows = set;
        return null;
    }

    /// <returns>What changed, with what time alone says.</returns>
    private static HostChange? Settle(Fleet fleet, SilenceLimits limits, string digest, Track track, HostOutcome outcome, long now)
    {
        var limit = limits.Unreachable;
        // A host that lost the revision, or comes back, has the time of a first delivery to take it or to report that it has it.
        if (
            outcome.State == RolloutHostState.Admitted
            && (
                track.State == RolloutHostState.Unreachable
                || track.State == RolloutHostState.Applied && track.Presence?.Held?.Digest != digest
            )
        )
            track.Since = now;
        track.Drifted = outcome.State == RolloutHostState.Admitted && outcome.Cause.Length > 0 ? track.Drifted ?? now : null;
        var next = outcome.State switch
        {
            RolloutHostState.Applied or RolloutHostState.Admitted when track.Awaited && track.State == RolloutHostState.Unreachable => null,
            RolloutHostState.Applied or RolloutHostState.Admitted when track.IsSilent(limits, fleet.Clock, now) => new HostOutcome(
                RolloutHostState.Unreachable,
                "",
                $"no check-in for {limit.TotalSeconds:0} s"
            ),
            // A host may have had the revision before: that it is there now, only a check-in shows.
            RolloutHostState.Applied when track.State == RolloutHostState.Admitted && !track.Answered => null,
            RolloutHostState.Admitted when track.Drifted is { } since && Passed(since) > limit => outcome with
            {
                State = RolloutHostState.Failed,
            },
            // A failure stands until the host has the revision. One that has it has it until it says otherwise.
            RolloutHostState.Admitted
                when track.State == RolloutHostState.Failed
                    || track.State == RolloutHostState.Applied && track.Presence?.Held?.Digest == digest => null,
            RolloutHostState.Admitted when !track.Awaited && Passed(track.Since) > limit * Patience => new HostOutcome(
                RolloutHostState.Failed,
                HostOutcome.Apply,
                $"heard of, and has not taken the revision within {limit.TotalSeconds * Patience:0} s"
            ),
            RolloutHostState.Admitted => outcome with { Cause = "", Reason = "" },
            _ => outcome,
        };
        return next is null || next.State == track.State && next.Cause == track.Cause ? null : new(track, track.State, next);

        TimeSpan Passed(long stamp) => fleet.Clock.GetElapsedTime(stamp, now);
    }
}
