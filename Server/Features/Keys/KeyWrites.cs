using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>Changes of the fleet's keys. Each moves the number on, by which running servers notice within seconds.</summary>
internal static class KeyWrites
{
    public static Task AddAsync(DbSession write, TimeProvider clock, KeyRow row) =>
        write.ExecuteAsync(
            "insert into fleet_keys (id, kind, file, content, since, made_at, made_by, reason) values (@Id, @Kind, @File, @Content, "
                + "@Since, @now, @MadeBy, @Reason)",
            new
            {
                row.Id,
                row.Kind,
                row.File,
                row.Content,
                row.Since,
                row.MadeBy,
                row.Reason,
                now = clock.Now(),
            }
        );

    /// <summary>The number of the announcement of this change to hosts.</summary>
    public static Task<long> AdvanceAsync(DbSession write)
    {
        write.InOrder();
        return write.ValueAsync<long>("update trust set number = number + 1 where id = 1 returning number");
    }

    /// <summary>
    /// Announces the keys of a restored store under a number above all that hosts may have heard since the backup: they accept only a
    /// higher one, and a lower one that they have heard with other keys would count as acknowledged. It is the time in seconds, so it is
    /// also above what followed an earlier restore.
    /// </summary>
    public static Task<long> LeapAsync(DbSession write, TimeProvider clock)
    {
        write.InOrder();
        return write.ValueAsync<long>(
            "update trust set number = case when number < @now then @now else number + 1 end where id = 1 returning number",
            new { now = clock.GetUtcNow().ToUnixTimeSeconds() }
        );
    }

    public static Task RevokeAsync(DbSession write, TimeProvider clock, string id, string reason) =>
        write.ExecuteAsync(
            "update fleet_keys set revoked_at = @now, reason = @reason where id = @id",
            new
            {
                id,
                reason,
                now = clock.Now(),
            }
        );

    /// <summary>Also forgets the private half that a shared store has; each server deletes its own file when it notices.</summary>
    public static async Task RetireAsync(DbSession write, TimeProvider clock, KeyRow row)
    {
        await write.ExecuteAsync("update fleet_keys set retired_at = @now where id = @Id", new { row.Id, now = clock.Now() });
        await write.ExecuteAsync("delete from server_keys where name = @File", new { row.File });
    }
}
