using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Impact;
using IwTune.Server.Storage;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>Where a policy stands: whether a content is new to it, and which number a new revision gets.</summary>
/// <param name="Latest">The latest revision; <see langword="null"/> when there is no such policy, or it was removed.</param>
/// <param name="Last">The highest number ever used, 0 for none: a removed policy continues from there.</param>
/// <param name="Released">The revision that hosts outside a rollout must have; <see langword="null"/> for none.</param>
/// <param name="Moved">True while a rollout decides what some of its hosts must have.</param>
internal sealed record PolicyPosition(RevisionRow? Latest, long Last, RevisionRow? Released, bool Moved)
{
    public static async Task<PolicyPosition> OfAsync(DbSession db, string policy) =>
        new(
            await PolicyQueries.LatestAsync(db, policy),
            await PolicyQueries.LastNumberAsync(db, policy),
            await PolicyQueries.ReleasedAsync(db, policy) is { } number ? await PolicyQueries.FindAsync(db, policy, (int)number) : null,
            await PolicyQueries.MovedAsync(db, policy)
        );

    /// <summary>Whether the latest revision has this content.</summary>
    public bool Is(string digest) => Latest?.Digest == digest;

    /// <summary>
    /// Whether every host of the policy must have this content already. A rollout to another revision, also one that was aborted, is
    /// something that a publication or a rollback ends.
    /// </summary>
    public bool Requires(string digest) => Released?.Digest == digest && !Moved;

    /// <summary>What hosts get when the policy is published.</summary>
    public PublishedContent Published(Policy policy) =>
        PolicyDigest.Of(policy) is var digest && Requires(digest) ? Of(Released!.ReadContent())
        : Is(digest) ? Of(Latest!.ReadContent())
        : Of(BundleContent.From(policy, (int)Last + 1));

    /// <summary>
    /// What hosts get by a rollback; <see langword="null"/> when nothing would change. With a staged revision after the current one, going
    /// back to the current content makes it the latest again.
    /// </summary>
    public PublishedContent? RolledBack(RevisionRow old) =>
        Requires(old.Digest) && Is(old.Digest) ? null : Of(old.ReadContent() with { Revision = (int)Last + 1 });

    /// <summary>A change that gives a content to every host of its policy; none for <see langword="null"/>.</summary>
    public static ProposedChange Change(string policy, PublishedContent? content)
    {
        var release = new Dictionary<string, PublishedContent>(StringComparer.Ordinal);
        if (content is not null)
            release[policy] = content;
        return new() { Release = release };
    }

    public static PublishedContent Of(BundleContent content) => new(content, BundleDigest.Of(content));
}
