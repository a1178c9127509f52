using IwTune.Server.Storage;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Deletes tokens that ended long ago: jobs that make one for each machine would fill the store and its pages. A token with which a stored
/// host enrolled stays, so that a leaked one still shows its hosts.
/// </summary>
internal static class OldTokens
{
    public const int Days = 90;
    private const int Together = 1000;
    private const long Day = 86_400_000;

    /// <returns>Tokens deleted.</returns>
    public static async Task<long> DeleteAsync(Database database, long now, CancellationToken ct)
    {
        long deleted = 0;
        int some;
        do
        {
            some = await database.WriteAsync(
                write =>
                    write.ExecuteAsync(
                        """
                        delete from tokens where id in (
                          select t.id from tokens t where (t.expires_at < @before or t.revoked_at < @before)
                            and not exists (select 1 from hosts h where h.token_id = t.id)
                            and not exists (select 1 from pending_hosts p where p.token_id = t.id)
                          order by t.id limit @Together)
                        """,
                        new { before = now - (Days * Day), Together }
                    ),
                ct
            );
            deleted += some;
        } while (some == Together);
        return deleted;
    }
}
