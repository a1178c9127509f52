using System.Xml.Linq;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>All cookie keys that a server could find: in its folder, and in a shared store.</summary>
internal static class CookieKeyPlaces
{
    /// <param name="Name">In either place.</param>
    /// <param name="Element">The key.</param>
    public sealed record Key(string Name, XElement Element)
    {
        public string Id => IdOf(Element) ?? "";
    }

    /// <returns><see langword="null"/> for what is no key.</returns>
    public static string? IdOf(XElement element) => element.Name.LocalName == "key" ? (string?)element.Attribute("id") : null;

    /// <summary>False for a key that leaked.</summary>
    public static bool IsGood(XElement element, IReadOnlySet<string> revoked) => IdOf(element) is not { } id || !revoked.Contains(id);

    /// <exception cref="StorageUnusableException">They cannot be read.</exception>
    public static Task<IReadOnlyList<Key>> AllAsync(StoredKeys keys, DataDirectory directory) =>
        CookieKeyCheck.ReadingAsync(directory, () => ReadAsync(keys, directory));

    private static async Task<IReadOnlyList<Key>> ReadAsync(StoredKeys keys, DataDirectory directory)
    {
        var here = new CookieKeyFolder(directory).All().Select(key => new Key(key.Name, key.Key));
        if (!keys.Database.Store.IsShared)
            return [.. here.Where(key => key.Id.Length > 0)];
        var stored = await keys.Database.ReadAsync(db => keys.AllAsync(db, CookieKeys.Prefix));
        return
        [
            .. stored
                .Select(key => new Key(key.Key[CookieKeys.Prefix.Length..], XElement.Parse(key.Value)))
                .Concat(here)
                .Where(key => key.Id.Length > 0),
        ];
    }
}
