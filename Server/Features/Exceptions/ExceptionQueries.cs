using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Exceptions;

internal static class ExceptionQueries
{
    private const int Most = 1000;
    private const string Columns =
        "select id, selector, author, reason, ticket, created_at, until_at, ended_at, ended_by, ended_reason, person, approved_by, "
        + "approved_at from exceptions";

    /// <summary>Those that no person has ended, the newest first.</summary>
    public static Task<IReadOnlyList<ExceptionRow>> OpenAsync(DbSession db) =>
        db.ListAsync<ExceptionRow>(Columns + " where ended_at is null order by created_at desc, id desc");

    /// <summary>The newest ones, in any state.</summary>
    public static Task<IReadOnlyList<ExceptionRow>> AllAsync(DbSession db) =>
        db.ListAsync<ExceptionRow>(Columns + " order by created_at desc, id desc limit @Most", new { Most });

    public static Task<ExceptionRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<ExceptionRow>(Columns + " where id = @id", new { id });

    public static Task<int> InsertAsync(DbSession write, ExceptionRow row)
    {
        write.Tell(Topic.Exceptions);
        return write.ExecuteAsync(
            """
            insert into exceptions (id, selector, author, person, reason, ticket, created_at, until_at)
            values (@Id, @Selector, @Author, @Person, @Reason, @Ticket, @CreatedAt, @UntilAt)
            """,
            row
        );
    }

    public static Task<int> ApproveAsync(DbSession write, string id, long now, string actor)
    {
        write.Tell(Topic.Exceptions);
        return write.ExecuteAsync(
            "update exceptions set approved_by = @actor, approved_at = @now where id = @id",
            new
            {
                id,
                now,
                actor,
            }
        );
    }

    /// <returns>False when it had ended before.</returns>
    public static async Task<bool> EndAsync(DbSession write, string id, long now, string actor, string reason)
    {
        write.Tell(Topic.Exceptions);
        return await write.ExecuteAsync(
                "update exceptions set ended_at = @now, ended_by = @actor, ended_reason = @reason where id = @id and ended_at is null "
                    + "and (until_at is null or until_at > @now)",
                new
                {
                    id,
                    now,
                    actor,
                    reason,
                }
            ) > 0;
    }
}
