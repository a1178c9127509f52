using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Bundles;

/// <summary>The result of verifying a bundle.</summary>
public abstract record BundleCheck
{
    private BundleCheck() { }

    /// <summary>It may be enforced.</summary>
    /// <param name="Bundle">The bundle.</param>
    /// <param name="Digest">Its content's digest.</param>
    public sealed record Accepted(Bundle Bundle, string Digest) : BundleCheck
    {
        /// <summary>As check-ins name it.</summary>
        public HeldBundle Held => new(Bundle.Sequence, Digest, Bundle.Expires);

        /// <summary>That this host's clock was set back since the last bundle, as a clause; empty when it was not.</summary>
        public string SetBack { get; init; } = "";
    }

    /// <summary>It is not used; the last good one stays.</summary>
    /// <param name="Fault">What is wrong, for programs.</param>
    /// <param name="Reason">What is wrong, as a clause for people.</param>
    /// <param name="Digest">
    /// Its content's digest; <see langword="null"/> when nothing proves that the server made it, and when another bundle may bring the same
    /// content.
    /// </param>
    public sealed record Refused(BundleFault Fault, string Reason, string? Digest) : BundleCheck
    {
        /// <summary>
        /// The clock of the server or of this host is wrong: the same content is accepted as soon as it is corrected. The reason has the
        /// time, so it is another one at each attempt.
        /// </summary>
        public bool IsOfClock => Fault is BundleFault.Expired or BundleFault.FromTheFuture;
    }
}

/// <summary>Why a bundle is refused.</summary>
public enum BundleFault
{
    /// <summary>The envelope carries something else.</summary>
    WrongType,

    /// <summary>No trusted key signed these bytes.</summary>
    Signature,

    /// <summary>Signed, but not a bundle this version understands.</summary>
    Malformed,

    /// <summary>Older than one accepted before: a replay, or a server restored from a backup.</summary>
    Older,

    /// <summary>The sequence of one accepted before, with other content.</summary>
    SameSequence,

    /// <summary>Past its expiry: a frozen copy.</summary>
    Expired,

    /// <summary>Issued after this host's now.</summary>
    FromTheFuture,

    /// <summary>For another host.</summary>
    OtherHost,

    /// <summary>For another fleet.</summary>
    OtherFleet,

    /// <summary>It names no host, and earlier ones did.</summary>
    NoHost,
}
