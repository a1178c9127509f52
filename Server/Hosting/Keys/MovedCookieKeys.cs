using System.Xml.Linq;
using IwTune.Server.Features.Keys;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// The cookie keys of a store that was moved, or restored into the other kind of database. Servers of a shared store look for them in the
/// store, another one in its folder: without the former keys all that they sealed could not be opened.
/// </summary>
internal static class MovedCookieKeys
{
    /// <summary>Brings keys that are only in the other place to where this server looks.</summary>
    /// <exception cref="StorageUnusableException">They cannot be read, or not be written.</exception>
    public static Task FollowAsync(StoredKeys keys, DataDirectory directory) =>
        CookieKeyCheck.ReadingAsync(
            directory,
            async () =>
            {
                await (keys.Database.Store.IsShared ? IntoStoreAsync(keys, directory) : OutOfStoreAsync(keys, directory));
                return true;
            }
        );

    private static async Task IntoStoreAsync(StoredKeys keys, DataDirectory directory)
    {
        var revoked = RevokedKeys.In(directory);
        var folder = new CookieKeyFolder(directory).All().Where(key => CookieKeyPlaces.IsGood(key.Key, revoked)).ToList();
        if (folder.Count == 0)
            return;
        var stored = await keys.Database.ReadAsync(db => keys.AllAsync(db, CookieKeys.Prefix));
        var missing = folder.Where(key => !stored.ContainsKey(CookieKeys.Prefix + key.Name)).ToList();
        if (missing.Count > 0)
            await keys.Database.WriteAsync(async write =>
            {
                foreach (var (name, key) in missing)
                    await keys.AddAsync(write, CookieKeys.Prefix + name, $"{key}");
                return true;
            });
    }

    /// <summary>
    /// A store of its own keeps no keys: beside the files they would grow old, and a later move would take them for those in use.
    /// </summary>
    private static async Task OutOfStoreAsync(StoredKeys keys, DataDirectory directory)
    {
        var stored = await keys.Database.ReadAsync(db => keys.AllAsync(db));
        if (stored.Count == 0)
            return;
        var folder = new CookieKeyFolder(directory);
        var here = folder.All().Select(key => key.Name).ToHashSet(StringComparer.Ordinal);
        foreach (var (name, text) in stored)
            if (name.StartsWith(RevokedKeys.Prefix, StringComparison.Ordinal))
                RevokedKeys.Add(directory, name[RevokedKeys.Prefix.Length..], text);
            else if (!name.StartsWith(CookieKeys.Prefix, StringComparison.Ordinal))
            {
                if (directory.ReadKey(name) is null)
                    directory.WriteKey(name, text);
            }
            else if (name[CookieKeys.Prefix.Length..] is var cookie && !here.Contains(cookie))
                folder.StoreElement(XElement.Parse(text), cookie);
        await keys.Database.WriteAsync(write => write.ExecuteAsync("delete from server_keys"));
    }
}
