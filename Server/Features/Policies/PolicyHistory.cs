using IwTune.Server.Storage;

namespace IwTune.Server.Features.Policies;

/// <summary>A policy with its revisions, as the store has it.</summary>
/// <param name="Latest">The latest revision, whole.</param>
/// <param name="Revisions">Newest first, without their documents and contents.</param>
/// <param name="Removed">When it was removed, unix milliseconds; <see langword="null"/> when it was not.</param>
internal sealed record PolicyHistory(RevisionRow Latest, IReadOnlyList<RevisionRow> Revisions, long? Removed)
{
    /// <summary>With all of its revisions, or with a page of them.</summary>
    /// <returns><see langword="null"/> when there is no such policy.</returns>
    public static async Task<PolicyHistory?> OfAsync(DbSession db, string policy, long before = long.MaxValue, long most = long.MaxValue) =>
        await PolicyQueries.NewestAsync(db, policy) is { } latest
            ? new(latest, await PolicyQueries.HistoryAsync(db, policy, before, most), await PolicyQueries.RemovedAsync(db, policy))
            : null;
}
