using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.SecondFactors;

internal static class FactorQueries
{
    public static Task<FactorRow?> FindAsync(DbSession db, string name) =>
        db.FindAsync<FactorRow>("select * from second_factors where name = @name", new { name });

    public static Task<IReadOnlyList<FactorRow>> ListAsync(DbSession db) =>
        db.ListAsync<FactorRow>("select * from second_factors where confirmed_at is not null order by name");

    /// <summary>The accounts that have an authenticator app or a passkey.</summary>
    public static async Task<IReadOnlySet<string>> OwnersAsync(DbSession db) =>
        (
            await db.ListAsync<string>("select name from second_factors where confirmed_at is not null union select name from passkeys")
        ).ToHashSet(StringComparer.Ordinal);

    public static Task<long> CodesLeftAsync(DbSession db, string name) =>
        db.ValueAsync<long>("select count(*) from recovery_codes where name = @name and used_at is null", new { name });

    public static Task<int> InsertAsync(DbSession write, FactorRow row) =>
        write.ExecuteAsync("insert into second_factors (name, sealed, made_at) values (@Name, @Sealed, @MadeAt)", row);

    public static Task<int> ConfirmAsync(DbSession write, string name, long now, long step) =>
        write.ExecuteAsync(
            "update second_factors set confirmed_at = @now, last_step = @step where name = @name and confirmed_at is null",
            new
            {
                name,
                now,
                step,
            }
        );

    /// <returns>0 when a code of this step or a later one was taken already.</returns>
    public static Task<int> TakeStepAsync(DbSession write, string name, long step) =>
        write.ExecuteAsync("update second_factors set last_step = @step where name = @name and last_step < @step", new { name, step });

    /// <returns>0 when it is none, or was used already.</returns>
    public static Task<int> TakeCodeAsync(DbSession write, string name, string hash, long now) =>
        write.ExecuteAsync(
            "update recovery_codes set used_at = @now where name = @name and hash = @hash and used_at is null",
            new
            {
                name,
                hash,
                now,
            }
        );

    public static Task<int> RemoveAsync(DbSession write, string name) =>
        write.ExecuteAsync("delete from second_factors where name = @name", new { name });

    public static Task<int> RemoveCodesAsync(DbSession write, string name) =>
        write.ExecuteAsync("delete from recovery_codes where name = @name", new { name });

    public static async Task WriteCodesAsync(DbSession write, string name, IEnumerable<string> codes)
    {
        await RemoveCodesAsync(write, name);
        foreach (var code in codes)
            await write.ExecuteAsync(
                "insert into recovery_codes (name, hash) values (@name, @hash)",
                new { name, hash = RecoveryCodes.HashOf(code) }
            );
    }
}
