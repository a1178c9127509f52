using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Bundles;

/// <summary>What a <see cref="BundleStore"/> holds.</summary>
public sealed record StoredBundles
{
    /// <summary>The last bundle that was applied and, where it asked for it, confirmed.</summary>
    public StoredBundle? LastGood { get; init; }

    /// <summary>A bundle that is being tried; it becomes the last good one or is rejected.</summary>
    public StoredBundle? Candidate { get; init; }

    /// <summary>A bundle that came while the host was held: verified, and not tried before the hold is over.</summary>
    public StoredBundle? Waiting { get; init; }

    /// <summary>
    /// Digest of a bundle that was undone. Sent again it is tried again, but never in a tight loop (<see cref="MayTryAgain"/>).
    /// </summary>
    public string? Rejected { get; init; }

    /// <summary>
    /// When the agent undid it; <see langword="null"/> when a person on this host decided, which holds until other content comes.
    /// </summary>
    public DateTimeOffset? RejectedAt { get; init; }

    /// <summary>Why it was undone, as a sentence.</summary>
    public string RejectedBecause { get; init; } = "";

    /// <summary>As in <see cref="RestoredBundle.CutOff"/>.</summary>
    public bool RejectedCutOff { get; init; }

    /// <summary>The highest bundle ever accepted, whatever its outcome; the floor against replay.</summary>
    public HeldBundle? Highest { get; init; }

    /// <summary>The bundle to enforce now; <see langword="null"/> when there is none, or a roll-back by hand holds.</summary>
    [JsonIgnore]
    public StoredBundle? Wanted => Candidate ?? LastGood;

    /// <summary>The same, without anything that was undone.</summary>
    [JsonIgnore]
    public StoredBundles WithoutRejection => this with { Rejected = null, RejectedAt = null, RejectedBecause = "", RejectedCutOff = false };

    /// <summary>The same, without a content that was undone.</summary>
    /// <param name="digest">Identity of the content.</param>
    /// <param name="why">Why it was undone.</param>
    public StoredBundles WithoutWanted(string digest, Undoing why) =>
        this with
        {
            Candidate = Candidate?.Held.Digest == digest ? null : Candidate,
            LastGood = LastGood?.Held.Digest == digest ? null : LastGood,
            Rejected = digest,
            RejectedAt = why.At,
            RejectedBecause = why.Because,
            RejectedCutOff = why.CutOff,
        };

    /// <summary>
    /// The server pauses five minutes and longer between its tries of one content; this protects against a server that does not.
    /// </summary>
    private static readonly TimeSpan LeastPause = TimeSpan.FromMinutes(1);

    /// <summary>True when a rejected content that the server sends again may be tried again.</summary>
    /// <param name="sequence">As it came now; a higher one than any before is a new publication.</param>
    /// <param name="now">A clock that went back delays nothing.</param>
    public bool MayTryAgain(long sequence, DateTimeOffset now) =>
        RejectedAt is { } at && (sequence > (Highest?.Sequence ?? 0) || now < at || now - at >= LeastPause);
}

/// <summary>A bundle on disk. Kept parsed: it was verified before it came here, and the directory is the daemon's own.</summary>
/// <param name="Held">As check-ins name it.</param>
/// <param name="Content">What it asks for.</param>
public sealed record StoredBundle(HeldBundle Held, BundleContent Content)
{
    /// <summary>True for content that a person applied on this host, which no server sequenced.</summary>
    [JsonIgnore]
    public bool Local => Held.Sequence == 0;
}
