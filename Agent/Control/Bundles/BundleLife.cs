using System.Collections.Frozen;

namespace IwTune.Agent.Control.Bundles;

/// <summary>
/// The life of a bundle on a host: offered, verified, accepted, confirming, and then confirmed or undone. Pure: a move gives what to keep,
/// and changes nothing. A trigger that the table does not name for a stage leaves the bundle where it is.
/// </summary>
public static class BundleLife
{
    /// <summary>The transitions.</summary>
    public static FrozenDictionary<(BundleStage At, BundleTrigger On), BundleStage> Table { get; } =
        new Dictionary<(BundleStage, BundleTrigger), BundleStage>
        {
            [(BundleStage.Verified, BundleTrigger.Came)] = BundleStage.Accepted,
            [(BundleStage.Verified, BundleTrigger.CameDuringHold)] = BundleStage.Waiting,
            [(BundleStage.Verified, BundleTrigger.Restored)] = BundleStage.Undone, // applied by a command

            [(BundleStage.Waiting, BundleTrigger.Came)] = BundleStage.Accepted,
            [(BundleStage.Waiting, BundleTrigger.CameDuringHold)] = BundleStage.Waiting,
            [(BundleStage.Waiting, BundleTrigger.HoldEnded)] = BundleStage.Accepted,
            [(BundleStage.Waiting, BundleTrigger.Expired)] = BundleStage.Verified,

            [(BundleStage.Accepted, BundleTrigger.Came)] = BundleStage.Accepted,
            [(BundleStage.Accepted, BundleTrigger.CameDuringHold)] = BundleStage.Accepted,
            [(BundleStage.Accepted, BundleTrigger.CameTooSoon)] = BundleStage.Accepted,
            [(BundleStage.Accepted, BundleTrigger.Armed)] = BundleStage.Confirming,
            [(BundleStage.Accepted, BundleTrigger.Settled)] = BundleStage.Confirmed,
            [(BundleStage.Accepted, BundleTrigger.Restored)] = BundleStage.Undone,
            [(BundleStage.Accepted, BundleTrigger.RolledBack)] = BundleStage.Undone,

            [(BundleStage.Confirming, BundleTrigger.Came)] = BundleStage.Confirming,
            [(BundleStage.Confirming, BundleTrigger.CameDuringHold)] = BundleStage.Confirming,
            [(BundleStage.Confirming, BundleTrigger.CameTooSoon)] = BundleStage.Confirming,
            [(BundleStage.Confirming, BundleTrigger.Kept)] = BundleStage.Confirmed,
            [(BundleStage.Confirming, BundleTrigger.Restored)] = BundleStage.Undone,
            [(BundleStage.Confirming, BundleTrigger.RolledBack)] = BundleStage.Undone,

            [(BundleStage.Confirmed, BundleTrigger.Came)] = BundleStage.Confirmed,
            [(BundleStage.Confirmed, BundleTrigger.CameDuringHold)] = BundleStage.Confirmed,
            [(BundleStage.Confirmed, BundleTrigger.CameTooSoon)] = BundleStage.Confirmed,
            [(BundleStage.Confirmed, BundleTrigger.Armed)] = BundleStage.Confirming,
            [(BundleStage.Confirmed, BundleTrigger.Restored)] = BundleStage.Undone,
            [(BundleStage.Confirmed, BundleTrigger.RolledBack)] = BundleStage.Undone,

            [(BundleStage.Fallback, BundleTrigger.Came)] = BundleStage.Accepted,
            [(BundleStage.Fallback, BundleTrigger.CameDuringHold)] = BundleStage.Waiting,
            [(BundleStage.Fallback, BundleTrigger.Restored)] = BundleStage.Undone,

            [(BundleStage.Undone, BundleTrigger.Came)] = BundleStage.Accepted,
            [(BundleStage.Undone, BundleTrigger.CameDuringHold)] = BundleStage.Waiting,
        }.ToFrozenDictionary();

    /// <summary>The stage of a content.</summary>
    /// <param name="kept">What the host keeps.</param>
    /// <param name="digest">Identity of the content.</param>
    /// <param name="armed">Identity of the content whose dead-man timer is armed; <see langword="null"/> when none is.</param>
    public static BundleStage StageOf(StoredBundles kept, string digest, string? armed) =>
        kept.Wanted?.Held.Digest == digest && armed == digest ? BundleStage.Confirming
        : kept.Candidate?.Held.Digest == digest ? BundleStage.Accepted
        : kept.Waiting?.Held.Digest == digest ? BundleStage.Waiting
        : kept.LastGood?.Held.Digest == digest ? (kept.Candidate is null ? BundleStage.Confirmed : BundleStage.Fallback)
        : kept.Rejected == digest ? BundleStage.Undone
        : BundleStage.Verified;

    /// <summary>Moves a bundle that came, or came again.</summary>
    /// <param name="kept">What the host keeps.</param>
    /// <param name="bundle">As it came.</param>
    /// <param name="on">How it came.</param>
    /// <param name="armed">As in <see cref="StageOf"/>.</param>
    public static BundleMove Arrive(StoredBundles kept, StoredBundle bundle, BundleTrigger on, string? armed)
    {
        var (from, to) = Next(kept, bundle.Held.Digest, on, armed);
        return new BundleMove(
            Table.ContainsKey((from, on)) ? (to == from ? Renew(kept, bundle, to) : Place(kept, bundle, to)) : kept,
            from,
            to
        );
    }

    /// <summary>Moves a bundle that the host keeps.</summary>
    /// <param name="kept">What the host keeps.</param>
    /// <param name="digest">Identity of its content.</param>
    /// <param name="on">What happened.</param>
    /// <param name="armed">As in <see cref="StageOf"/>.</param>
    public static BundleMove Advance(StoredBundles kept, string digest, BundleTrigger on, string? armed)
    {
        var (from, to) = Next(kept, digest, on, armed);
        return new BundleMove(to == from ? kept : Place(kept, kept.Waiting, to), from, to);
    }

    /// <summary>Moves a bundle whose change was restored.</summary>
    /// <param name="kept">What the host keeps.</param>
    /// <param name="digest">Identity of its content, which may be one that a command applied and no bundle names.</param>
    /// <param name="armed">As in <see cref="StageOf"/>.</param>
    /// <param name="why">When and why.</param>
    public static BundleMove Restore(StoredBundles kept, string digest, string? armed, Undoing why)
    {
        var (from, to) = Next(kept, digest, BundleTrigger.Restored, armed);
        return new BundleMove(to == from ? kept : kept.WithoutWanted(digest, why), from, to);
    }

    /// <summary>A person rolled back: the required bundle is undone, and nothing is required until other content comes.</summary>
    public static StoredBundles RollBack(StoredBundles kept, Undoing why) =>
        kept with
        {
            Candidate = null,
            LastGood = null,
            Rejected = kept.Wanted?.Held.Digest ?? kept.Rejected,
            RejectedAt = why.At,
            RejectedBecause = why.Because,
        };

    private static (BundleStage From, BundleStage To) Next(StoredBundles kept, string digest, BundleTrigger on, string? armed)
    {
        var from = StageOf(kept, digest, armed);
        return (from, Table.TryGetValue((from, on), out var to) ? to : from);
    }

    /// <summary>The same content with another expiry or sequence.</summary>
    private static StoredBundles Renew(StoredBundles kept, StoredBundle bundle, BundleStage at) =>
        at switch
        {
            BundleStage.Waiting => kept with { Waiting = bundle },
            BundleStage.Confirmed => kept with { LastGood = bundle, Waiting = null },
            BundleStage.Confirming when kept.Candidate is null => kept with { LastGood = bundle, Waiting = null },
            _ => kept with { Candidate = bundle, Waiting = null },
        };

    private static StoredBundles Place(StoredBundles kept, StoredBundle? bundle, BundleStage to) =>
        to switch
        {
            BundleStage.Verified => kept with { Waiting = null },
            BundleStage.Waiting => kept with { Waiting = bundle },
            BundleStage.Accepted => kept.WithoutRejection with { Candidate = bundle, Waiting = null },
            BundleStage.Confirmed when kept.Candidate is { } candidate => kept with { LastGood = candidate, Candidate = null },
            _ => kept,
        };
}
