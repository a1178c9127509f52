using IwTune.Server.Storage;

namespace IwTune.Server.Features.Policies;

internal static class PolicyQueries
{
    /// <summary>The latest revision of every policy that was not removed, by name.</summary>
    public static Task<IReadOnlyList<RevisionRow>> LatestAsync(DbSession db) =>
        db.ListAsync<RevisionRow>(
            """
            select r.* from revisions r join policies p on p.name = r.policy
            where p.removed_at is null and r.number = (select max(number) from revisions n where n.policy = r.policy) order by r.policy
            """
        );

    /// <returns><see langword="null"/> for a policy that was removed, too.</returns>
    public static Task<RevisionRow?> LatestAsync(DbSession db, string policy) =>
        db.FindAsync<RevisionRow>(
            """
            select r.* from revisions r join policies p on p.name = r.policy
            where p.removed_at is null and r.policy = @policy order by r.number desc limit 1
            """,
            new { policy }
        );

    /// <summary>The highest number ever used, 0 for none: a removed policy continues from there.</summary>
    public static async Task<long> LastNumberAsync(DbSession db, string policy) =>
        await db.FindAsync<long?>("select max(number) from revisions where policy = @policy", new { policy }) ?? 0;

    /// <summary>When it was removed, unix milliseconds; <see langword="null"/> when it was not.</summary>
    public static Task<long?> RemovedAsync(DbSession db, string policy) =>
        db.FindAsync<long?>("select removed_at from policies where name = @policy", new { policy });

    public static Task<RevisionRow?> FindAsync(DbSession db, string policy, int number) =>
        db.FindAsync<RevisionRow>("select * from revisions where policy = @policy and number = @number", new { policy, number });

    /// <summary>The current revision; <see langword="null"/> when none is.</summary>
    public static Task<long?> ReleasedAsync(DbSession db, string policy) =>
        db.FindAsync<long?>("select released from policies where name = @policy", new { policy });

    /// <summary>Whether a rollout decides what some hosts must have, also one that has ended and whose hosts keep its revision.</summary>
    public static async Task<bool> MovedAsync(DbSession db, string policy) =>
        await db.ValueAsync<long>("select count(*) from rollouts where policy = @policy and in_force", new { policy }) > 0;

    /// <summary>Every revision of a policy, newest first.</summary>
    public static Task<IReadOnlyList<RevisionRow>> HistoryAsync(DbSession db, string policy) =>
        db.ListAsync<RevisionRow>("select * from revisions where policy = @policy order by number desc", new { policy });

    public static Task<int> InsertAsync(DbSession write, RevisionRow row) =>
        write.ExecuteAsync(
            """
            insert into revisions (policy, number, digest, document, content, author, reason, published_at, rollback_to, sequence)
            values (@Policy, @Number, @Digest, @Document, @Content, @Author, @Reason, @PublishedAt, @RollbackTo, @Sequence)
            """,
            row
        );
}
