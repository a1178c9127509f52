using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// Keys that were replaced and retired, in a store that the tools of its database, or a copied file, brought back from before. The data
/// directory has their successors and not them any more, and hosts have dropped them.
/// </summary>
internal static class ReplacedAgain
{
    /// <returns>Whether something was changed.</returns>
    /// <exception cref="StorageUnusableException">A successor cannot be read.</exception>
    public static async Task<bool> SettleAsync(StoredKeys keys, DataDirectory directory, IReadOnlyList<KeyRow> rows, TimeProvider clock)
    {
        var changed = false;
        foreach (var kind in Enum.GetValues<KeyKind>())
        {
            if (
                FormerOf(rows, kind, directory).Count > 0
                && await keys.Database.ReadAsync(db => FindAsync(db, directory, kind, rows, clock)) is not null
            )
                changed |= await keys.Database.WriteAsync(write => FollowAsync(write, keys, directory, kind, clock));
        }
        return changed;
    }

    private static async Task<bool> FollowAsync(DbSession write, StoredKeys keys, DataDirectory directory, KeyKind kind, TimeProvider clock)
    {
        var rows = await KeyQueries.ListAsync(write);
        // Another server may have settled it meanwhile.
        if (FormerOf(rows, kind, directory) is not { Count: > 0 } former)
            return false;
        // Hosts may have heard of more than the store knows.
        await KeyWrites.LeapAsync(write, clock);
        if (await FindAsync(write, directory, kind, rows, clock) is not { } later)
            return false;
        await LaterKey.UseAsync(write, keys, directory, later, former, clock);
        foreach (var row in former)
            await KeyWrites.RetireAsync(write, clock, row);
        return true;
    }

    private static Task<KeyRow?> FindAsync(
        DbSession db,
        DataDirectory directory,
        KeyKind kind,
        IReadOnlyList<KeyRow> rows,
        TimeProvider clock
    ) => LaterKey.FindAsync(db, directory, kind, rows, RevokedKeys.In(directory), "server", clock);

    /// <summary>Those in use; empty while the directory has one of them, which hosts trust.</summary>
    private static List<KeyRow> FormerOf(IReadOnlyList<KeyRow> rows, KeyKind kind, DataDirectory directory)
    {
        var former = rows.Where(row => row.RetiredAt is null && row.Kind == $"{kind}").ToList();
        return former.Exists(row => IsIn(directory, row.File) || IsIn(directory, UncommittedKey.Prefix + row.File)) ? [] : former;
    }

    private static bool IsIn(DataDirectory directory, string file) => File.Exists(directory.File(file));
}
