using IwTune.Server.Storage;

namespace IwTune.Server.Features.Policies;

internal static class PolicyQueries
{
    /// <summary>The latest revision of every policy, by name.</summary>
    public static Task<IReadOnlyList<RevisionRow>> LatestAsync(DbSession db) => db.ListAsync<RevisionRow>(
        "select * from revisions r where number = (select max(number) from revisions n where n.policy = r.policy) order by policy");

    public static Task<RevisionRow?> LatestAsync(DbSession db, string policy) => db.FindAsync<RevisionRow>(
        "select * from revisions where policy = @policy order by number desc limit 1", new { policy });

    public static Task<RevisionRow?> FindAsync(DbSession db, string policy, int number) => db.FindAsync<RevisionRow>(
        "select * from revisions where policy = @policy and number = @number", new { policy, number });

    /// <summary>The released revision; <see langword="null"/> when none is.</summary>
    public static Task<long?> ReleasedAsync(DbSession db, string policy) => db.FindAsync<long?>("select released from policies where name = @policy", new { policy });

    /// <summary>Every revision of a policy, newest first.</summary>
    public static Task<IReadOnlyList<RevisionRow>> HistoryAsync(DbSession db, string policy) => db.ListAsync<RevisionRow>(
        "select * from revisions where policy = @policy order by number desc", new { policy });

    public static Task<int> InsertAsync(DbSession write, RevisionRow row) => write.ExecuteAsync(
        """
        insert into revisions (policy, number, digest, document, content, author, reason, published_at, rollback_to, sequence)
        values (@Policy, @Number, @Digest, @Document, @Content, @Author, @Reason, @PublishedAt, @RollbackTo, @Sequence)
        """, row);
}
