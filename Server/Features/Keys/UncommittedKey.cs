using System.Security.Cryptography;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// The private half of a key whose row is not committed yet. It is written first, because a row without it would stop every server, and
/// under another name, because a restore takes a key that no row names for one that hosts trust.
/// </summary>
internal static class UncommittedKey
{
    public const string Prefix = "uncommitted-";

    public static void Write(DataDirectory directory, string file, ECDsa key) => directory.WriteKey(Prefix + file, KeyFile.Text(key));

    /// <summary>Gives private halves their names when their rows are committed, also those of a command that was killed.</summary>
    public static void Name(DataDirectory directory, IReadOnlyList<KeyRow> rows)
    {
        foreach (var row in rows.Where(row => row.RetiredAt is null))
        {
            if (directory.ReadKey(Prefix + row.File) is not { } text)
                continue;
            directory.WriteKey(row.File, text);
            File.Delete(directory.File(Prefix + row.File));
        }
    }

    /// <summary>The same after the transaction that made one.</summary>
    public static async Task NameAsync(Database database, DataDirectory directory) =>
        Name(directory, await database.ReadAsync(db => KeyQueries.ListAsync(db)));

    /// <summary>Deletes what commands left that ended before they committed. Only in a transaction: no other one is under way.</summary>
    public static async Task RemoveLeftAsync(DbSession write, DataDirectory directory)
    {
        Name(directory, await KeyQueries.ListAsync(write));
        foreach (var left in Directory.EnumerateFiles(directory.Path, Prefix + "*"))
            File.Delete(left);
    }
}
