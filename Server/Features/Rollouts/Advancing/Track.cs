using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>
/// One host of a rollout in memory: its stored data, and the observations since, so that an evaluation with nothing new does not read the
/// store.
/// </summary>
internal sealed class Track(string id, int ring)
{
    /// <summary>An agent repairs within a second, and reports it at once.</summary>
    private static readonly TimeSpan Repair = TimeSpan.FromSeconds(10);

    private int _cuts;

    public string Id => id;

    public int Ring => ring;

    public RolloutHostState State { get; set; }

    public string Cause { get; set; } = "";

    /// <summary>The revision is required of it.</summary>
    public bool Told { get; set; }

    /// <summary>Since when, unix milliseconds; only of a host that was admitted before its rollout was read.</summary>
    public long? AdmittedAt { get; init; }

    /// <summary>The last check-in seen.</summary>
    public Presence? Presence { get; set; }

    /// <summary>When it was first watched here, by the monotonic clock: silence while the server was down is the server's.</summary>
    public long Since { get; set; }

    /// <summary>When it was last heard of since, by the monotonic clock.</summary>
    public long Heard { get; set; }

    /// <summary>When its last check-in that this server heard came, by the monotonic clock: the time of day may jump.</summary>
    public long? Said { get; private set; }

    /// <summary>When its last silence of more than <see cref="SilenceLimits.Unreachable"/> ended, by the monotonic clock.</summary>
    public long? Returned { get; private set; }

    /// <summary>The same for <see cref="SilenceLimits.CheckIn"/>; not of a silence before it was heard here.</summary>
    public long? Missed { get; private set; }

    /// <summary>
    /// From when to when it was not heard before it said that it had restored the revision; <see langword="null"/> when that was in a time
    /// that this server did not observe.
    /// </summary>
    public (long From, long To)? Cut { get; private set; }

    /// <summary>
    /// It was cut off once since it was admitted, for less time than a check-in takes, in which others miss none: whether they were cut off
    /// as well is unknown.
    /// </summary>
    public bool CutBriefly { get; private set; }

    /// <summary>When it had restored a bundle before it was admitted, by its own clock: that says nothing about this rollout.</summary>
    public DateTimeOffset? RestoredBefore { get; private set; }

    /// <summary>It has checked in since it was admitted; what it said before says nothing about the revision.</summary>
    public bool Answered { get; private set; }

    /// <summary>Nothing was heard of it since this server started, or took the rollouts over, as after an outage.</summary>
    public bool Awaited { get; private set; }

    /// <summary>It had the revision, and may have lost it in the outage.</summary>
    public bool Unheard => Awaited && State == RolloutHostState.Applied;

    /// <summary>It restored the revision because it could not reach the server, and is sent it again.</summary>
    public bool IsUnconfirmed => State == RolloutHostState.Failed && Cause == HostOutcome.Unconfirmed;

    /// <summary>It has the revision, or showed that it cannot set it.</summary>
    public bool IsSettled => State == RolloutHostState.Applied || State == RolloutHostState.Failed && !IsUnconfirmed;

    /// <summary>Since when it differs from what is required, by the monotonic clock.</summary>
    public long? Drifted { get; set; }

    /// <summary>It had the revision, and differs from it for longer than a repair takes.</summary>
    public bool IsDrifted(TimeProvider clock, long now) =>
        State == RolloutHostState.Applied && Drifted is { } since && clock.GetElapsedTime(since, now) > Repair;

    /// <summary>What the verdict of the last look was judged by.</summary>
    public Basis? JudgedBy { get; set; }

    public bool Looked { get; set; }

    /// <summary>The requirements by which it was last seen to follow the policy.</summary>
    public RequirementSet? Follows { get; set; }

    /// <summary>The result of the last evaluation.</summary>
    public HostOutcome? Outcome { get; set; }

    /// <summary>From now on the revision is required of it.</summary>
    public void Admit(long stamp)
    {
        (State, Told, Since, Heard) = (RolloutHostState.Admitted, true, stamp, stamp);
        (Answered, Cut, CutBriefly, RestoredBefore) = (false, null, false, Presence?.Restored?.At);
        _cuts = 0;
    }

    /// <summary>Takes note of its last check-in.</summary>
    /// <param name="presence">As the server has it.</param>
    /// <param name="limits">How long it may be silent.</param>
    /// <param name="clock">Measures silence.</param>
    /// <param name="now">By the monotonic clock.</param>
    public void Hear(Presence presence, SilenceLimits limits, TimeProvider clock, long now)
    {
        if (Since == 0)
        {
            (Since, Heard, Awaited) = (now, now, presence.Stored || presence.Elsewhere);
            Answered = !Awaited && Told && presence.SeenAt > AdmittedAt;
        }
        if (ReferenceEquals(Presence, presence))
            return;
        // Reports came before the first check-in since the server started: the host is there, and has not said what it has.
        if (Presence is not null && presence.Stored)
            Heard = now;
        else if (Presence is not null)
        {
            Note(presence, limits, clock.GetElapsedTime(Heard, now), now);
            if (Awaited)
                Since = now;
            (Heard, Said, Answered, Awaited) = (now, now, true, false);
        }
        // Apart from its time, a check-in that repeats the previous one contains nothing new.
        Looked &= Presence is not null && !presence.Tells(Presence);
        Presence = presence;
    }

    /// <summary>How long it has been silent for longer than a healthy host is; negative while it has not.</summary>
    public TimeSpan Overdue(SilenceLimits limits, TimeProvider clock, long now) =>
        clock.GetElapsedTime(Heard, now) - limits.Unreachable - (Awaited ? SilenceLimits.LongestPause : TimeSpan.Zero);

    public bool IsSilent(SilenceLimits limits, TimeProvider clock, long now) => Since != 0 && Overdue(limits, clock, now) > TimeSpan.Zero;

    /// <summary>
    /// It was silent for too long, and may have been silenced together with hosts that have not returned yet.
    /// </summary>
    public bool HasJustReturned(SilenceLimits limits, TimeProvider clock, long now) =>
        Returned is { } back && clock.GetElapsedTime(back, now) <= limits.Return;

    /// <summary>True while it has missed no check-in.</summary>
    public bool IsHeard(SilenceLimits limits, TimeProvider clock, long now) =>
        Since != 0 && !Awaited && clock.GetElapsedTime(Heard, now) <= limits.CheckIn;

    /// <summary>Nothing is known of it since the server started, and it still has time to return.</summary>
    public bool IsUnknown(SilenceLimits limits, TimeProvider clock, long now) => Since == 0 || Awaited && !IsSilent(limits, clock, now);

    /// <summary>Takes over what was observed of it before its rollout was read again.</summary>
    public void Continue(Track known)
    {
        (Since, Heard, Said, Presence) = (known.Since, known.Heard, known.Said, known.Presence);
        (Answered, Awaited, Returned) = (known.Answered, known.Awaited, known.Returned);
        (Missed, RestoredBefore) = (known.Missed, known.RestoredBefore);
        (Cut, CutBriefly, _cuts) = (known.Cut, known.CutBriefly, known._cuts);
        Drifted = known.Drifted;
    }

    /// <summary>The end of a silence, and what it says of the revision.</summary>
    private void Note(Presence presence, SilenceLimits limits, TimeSpan silent, long now)
    {
        // What was before the start of the server is forgotten. So a long pause after it counts: it can hold a ring, and fails none.
        if (silent > limits.Unreachable)
            Returned = now;
        if (!Awaited && silent > limits.CheckIn)
            Missed = now;
        if (presence.Restored is not { } restored || restored.At == Presence?.Restored?.At)
            return;
        CutBriefly = !Awaited && silent <= limits.CheckIn && _cuts == 0;
        Cut = Awaited || CutBriefly ? null : (Heard, now);
        _cuts += Awaited ? 0 : 1;
    }
}
