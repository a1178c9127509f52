using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Keys;

/// <summary>A key of the data directory, or in a token that it names, that a restored store does not know: hosts trust it.</summary>
internal static class LaterKey
{
    /// <summary>
    /// The newest one that the store does not know. An older one may have leaked: a key that was revoked stays until it is retired.
    /// </summary>
    /// <param name="store">The restored store.</param>
    /// <param name="directory">The data directory, as it was before.</param>
    /// <param name="kind">What it is for.</param>
    /// <param name="rows">All keys of the store.</param>
    /// <param name="revoked">Ids of keys that leaked.</param>
    /// <param name="actor">Who restores.</param>
    /// <param name="clock">Stamps the certificate of a CA.</param>
    /// <returns>Not stored yet.</returns>
    /// <exception cref="StorageUnusableException">It is in a token that cannot be used.</exception>
    public static async Task<KeyRow?> FindAsync(
        DbSession store,
        DataDirectory directory,
        KeyKind kind,
        IReadOnlyList<KeyRow> rows,
        IReadOnlySet<string> revoked,
        string actor,
        TimeProvider clock
    )
    {
        var places = Enum.GetValues<KeyPlace>();
        var leaked = revoked.SelectMany(id => places.Select(place => KeyRow.FileOf(kind, id, place))).ToHashSet(StringComparer.Ordinal);
        var found = places
            .SelectMany(place => Directory.EnumerateFiles(directory.Path, KeyRow.FileOf(kind, new string('?', KeyRow.IdDigits), place)))
            .Where(path => rows.All(row => row.File != Path.GetFileName(path)) && !leaked.Contains(Path.GetFileName(path)))
            .MaxBy(File.GetLastWriteTimeUtc);
        if (found is null)
            return null;
        var file = Path.GetFileName(found);
        using var key = KeyFile.Find(directory, file)!;
        return new()
        {
            Id = SigningKeys.From(key).KeyId,
            Kind = $"{kind}",
            File = file,
            Content = RotateKey.Content(kind, key, clock),
            Since = await KeyQueries.NumberAsync(store),
            MadeBy = actor,
            Reason = "made after the backup that was restored",
        };
    }

    /// <summary>The key takes the place of others in a store that is in use.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="keys">Gets its private half where servers share the store.</param>
    /// <param name="directory">Has it.</param>
    /// <param name="later">As it was found.</param>
    /// <param name="former">Those that it had replaced.</param>
    /// <param name="clock">Stamps the entry of the log.</param>
    public static async Task UseAsync(
        DbSession write,
        StoredKeys keys,
        DataDirectory directory,
        KeyRow later,
        IReadOnlyList<KeyRow> former,
        TimeProvider clock
    )
    {
        await KeyWrites.AddAsync(write, clock, later);
        if (keys.Database.Store.IsShared)
            await keys.AddAsync(write, later.File, directory.ReadKey(later.File)!);
        await AuditLog.AppendAsync(write, clock, "server", KeyActions.Rotate, $"key:{later.Id}", Kept(later, former));
    }

    /// <summary>For the audit log.</summary>
    public static string Kept(KeyRow later, IReadOnlyList<KeyRow> former) =>
        $"The {later.Shown} stays in use: the data directory has it, and the backup was made before it replaced the "
        + $"{string.Join(" and the ", former.Select(row => row.Shown))}.";
}
