using IwTune.Server.Storage;
using IwTune.Shared.Wire;

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

    /// <summary>The revision with the highest number, also of a policy that was removed.</summary>
    public static Task<RevisionRow?> NewestAsync(DbSession db, string policy) =>
        db.FindAsync<RevisionRow>("select * from revisions where policy = @policy order by number desc limit 1", new { policy });

    /// <summary>Revisions of a policy below a number, newest first, without their documents and contents: there may be thousands.</summary>
    public static Task<IReadOnlyList<RevisionRow>> HistoryAsync(
        DbSession db,
        string policy,
        long before = long.MaxValue,
        long most = long.MaxValue
    ) =>
        db.ListAsync<RevisionRow>(
            "select policy, number, digest, author, reason, published_at, rollback_to, sequence from revisions "
                + "where policy = @policy and number < @before order by number desc limit @most",
            new
            {
                policy,
                before,
                most,
            }
        );

    /// <summary>
    /// The revisions of a policy whose content has one of these digests: newest first, until each is found, as most hosts have a late one.
    /// </summary>
    public static async Task<IReadOnlyDictionary<string, int>> NumbersAsync(DbSession db, string policy, IEnumerable<string> digests)
    {
        const int together = 50;
        var (sought, found) = (digests.ToHashSet(StringComparer.Ordinal), new Dictionary<string, int>(StringComparer.Ordinal));
        for (var before = long.MaxValue; sought.Count > 0; )
        {
            var rows = await db.ListAsync<RevisionRow>(
                "select number, content from revisions where policy = @policy and number < @before order by number desc limit @together",
                new
                {
                    policy,
                    before,
                    together,
                }
            );
            foreach (var row in rows)
            {
                var digest = BundleDigest.Of(row.ReadContent());
                if (sought.Remove(digest))
                    found.Add(digest, (int)row.Number);
                before = row.Number;
            }
            if (rows.Count < together)
                break;
        }
        return found;
    }

    public static Task<int> InsertAsync(DbSession write, RevisionRow row) =>
        write.ExecuteAsync(
            """
            insert into revisions (policy, number, digest, document, content, author, reason, published_at, rollback_to, sequence)
            values (@Policy, @Number, @Digest, @Document, @Content, @Author, @Reason, @PublishedAt, @RollbackTo, @Sequence)
            """,
            row
        );
}
