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
    /// Digest of a bundle that was put back. Sent again it is tried again, but never in a tight circle (<see cref="MayTryAgain"/>).
    /// </summary>
    public string? Rejected { get; init; }

    /// <summary>
    /// When the agent put it back; <see langword="null"/> when a person on this host decided, which holds until other content comes.
    /// </summary>
    public DateTimeOffset? RejectedAt { get; init; }

    /// <summary>Why it was put back, as a sentence.</summary>
    public string RejectedBecause { get; init; } = "";

    /// <summary>The highest bundle ever accepted, whatever became of it; the floor against replay.</summary>
    public HeldBundle? Highest { get; init; }

    /// <summary>What is to be enforced now; <see langword="null"/> when nothing is, or a roll-back by hand holds.</summary>
    [JsonIgnore]
    public StoredBundle? Wanted => Candidate ?? LastGood;

    /// <summary>The same, with nothing that was put back.</summary>
    [JsonIgnore]
    public StoredBundles WithoutRejection => this with { Rejected = null, RejectedAt = null, RejectedBecause = "" };

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
        };

    /// <summary>
    /// The server pauses five minutes and longer between its tries of one content; this only stands against a server that does not.
    /// </summary>
    private static readonly TimeSpan LeastPause = TimeSpan.FromMinutes(1);

    /// <summary>Whether a rejected content that the server sends once more is to be tried once more.</summary>
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
