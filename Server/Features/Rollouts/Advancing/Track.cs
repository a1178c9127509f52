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
    public string Id => id;

    public int Ring => ring;

    public RolloutHostState State { get; set; }

    public string Cause { get; set; } = "";

    /// <summary>The revision is required of it.</summary>
    public bool Told { get; set; }

    /// <summary>The last check-in seen.</summary>
    public Presence? Presence { get; set; }

    /// <summary>When it was first watched here, by the monotonic clock: silence while the server was down is the server's.</summary>
    public long Since { get; set; }

    /// <summary>When it was last heard of since, by the monotonic clock.</summary>
    public long Heard { get; set; }

    /// <summary>It has checked in since it was admitted; what it said before says nothing about the revision.</summary>
    public bool Answered { get; set; }

    /// <summary>Nothing was heard of it since this server began to watch the rollout, as after an outage.</summary>
    public bool Awaited { get; set; }

    /// <summary>Since when it differs from what is required, by the monotonic clock.</summary>
    public long? Drifted { get; set; }

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
        Answered = false;
    }

    /// <summary>Takes over what was observed of it before its rollout was read again.</summary>
    public void Continue(Track known)
    {
        (Since, Heard, Presence) = (known.Since, known.Heard, known.Presence);
        (Answered, Awaited) = (known.Answered, known.Awaited);
    }
}
