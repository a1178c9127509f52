using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance;

internal static class VerdictQueries
{
    private const string Never = nameof(Shared.Compliance.Verdict.NeverSeen);

    /// <summary>The verdict in force; <see langword="null"/> for a host that was never judged.</summary>
    public static Task<VerdictRow?> FindAsync(DbSession db, string hostId) => db.FindAsync<VerdictRow>(
        "select verdict, reason, policy, revision, digest, exception, changed_at from verdicts where host_id = @hostId", new { hostId });

    /// <summary>Keeps a verdict: nothing when it says what is in force, otherwise also a change in the history, so that every past instant can be told.</summary>
    /// <returns>The verdict in force from now on.</returns>
    public static async Task<VerdictRow> KeepAsync(DbSession write, TimeProvider clock, string hostId, VerdictRow? before, VerdictRow judged)
    {
        if (before is not null && before.Says(judged))
            return before;
        var from = judged.ChangedAt;
        // Nobody is compliant before joining, and unseen from then on, not from the look.
        if (before is null && judged.Verdict == Never)
            from = await write.ValueAsync<long>("select enrolled_at from hosts where id = @hostId", new { hostId });
        // A clock that was set back must not put a change before the one it follows, and no two changes of a host share an instant.
        if (before is not null)
            from = Math.Max(from, 1 + await LatestAsync(write, hostId));
        var kept = judged with { ChangedAt = before?.Verdict == judged.Verdict ? before.ChangedAt : from };
        var values = new
        {
            hostId, kept.Verdict, kept.Reason, kept.Policy, kept.Revision, kept.Digest, kept.Exception, since = kept.ChangedAt, from, id = clock.NewId(), now = clock.Now(),
        };
        await write.ExecuteAsync(
            """
            insert into verdicts (host_id, verdict, reason, changed_at, policy, revision, digest, exception)
            values (@hostId, @Verdict, @Reason, @since, @Policy, @Revision, @Digest, @Exception)
            on conflict (host_id) do update set verdict = excluded.verdict, reason = excluded.reason, changed_at = excluded.changed_at,
              policy = excluded.policy, revision = excluded.revision, digest = excluded.digest, exception = excluded.exception
            """, values);
        await write.ExecuteAsync(
            """
            insert into verdict_changes (id, host_id, changed_at, verdict, reason, digest, since, policy, revision, exception, written_at)
            values (@id, @hostId, @from, @Verdict, @Reason, @Digest, @since, @Policy, @Revision, @Exception, @now)
            """, values);
        return kept;
    }

    private static Task<long> LatestAsync(DbSession db, string hostId) =>
        db.ValueAsync<long>("select coalesce(max(changed_at), 0) from verdict_changes where host_id = @hostId", new { hostId });
}
