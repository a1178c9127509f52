using System.Xml.Linq;
using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Keys;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.Repositories;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// Cookie keys that are written down as leaked: what they sealed in the store is sealed with another key, and they are deleted. No server
/// of the store may run meanwhile.
/// </summary>
internal static class LeakedCookieKeys
{
    /// <param name="Keys">Deleted.</param>
    /// <param name="Records">Sealed again.</param>
    /// <param name="Sessions">Ended, because their cookies were sealed with the keys.</param>
    public sealed record Removed(IReadOnlyList<string> Keys, int Records, int Sessions)
    {
        public string Text =>
            $"Cookie keys that leaked were deleted: {string.Join(", ", Keys)}. {Quantities.Of(Records, "record")} that they had sealed in "
            + $"the store got another key, and {Quantities.Of(Sessions, "session")} ended.";
    }

    /// <returns><see langword="null"/> when none is there.</returns>
    /// <exception cref="StorageUnusableException">They cannot be read, or be replaced.</exception>
    public static async Task<Removed?> RemoveAsync(
        StoredKeys keys,
        DataDirectory directory,
        string actor,
        string reason,
        TimeProvider clock
    )
    {
        var revoked = RevokedKeys.In(directory);
        if (revoked.Count == 0)
            return null;
        // Beside those in use, a server of a shared store may have some in its folder from before.
        var all = (await CookieKeyPlaces.AllAsync(keys, directory)).DistinctBy(key => key.Name).ToList();
        var leaked = all.Where(key => revoked.Contains(key.Id)).ToList();
        if (leaked.Count == 0)
            return null;
        await using var before = Protection(new Known([.. all.Select(key => key.Element)]));
        await using var after = Protection(CookieProtection.PlaceOf(keys, directory));
        var with = after.GetRequiredService<IDataProtectionProvider>();
        // Where no other key is left this makes one, which the transaction below would wait for.
        _ = with.CreateProtector(nameof(LeakedCookieKeys)).Protect([]);
        var sealing = new SealedAgain(before.GetRequiredService<IDataProtectionProvider>(), with);
        var ids = leaked.Select(key => key.Id).ToList();
        var removed = await keys.Database.WriteAsync(async write =>
        {
            var records = await sealing.RunAsync(write);
            var sessions = await write.ExecuteAsync("delete from sessions");
            foreach (var key in leaked)
                await write.ExecuteAsync("delete from server_keys where name = @name", new { name = CookieKeys.Prefix + key.Name });
            var done = new Removed(ids, records, sessions);
            await AuditLog.AppendAsync(write, clock, actor, KeyActions.Revoke, $"key:{ids[0]}", done.Text, reason);
            return done;
        });
        new CookieKeyFolder(directory).Remove(leaked.Select(key => key.Name));
        return removed;
    }

    private static ServiceProvider Protection(IXmlRepository keys)
    {
        var services = new ServiceCollection();
        services.AddCookieProtection(keys);
        return services.BuildServiceProvider();
    }

    /// <summary>Keys that are only read with; one that is missing is none that opens anything.</summary>
    private sealed class Known(IReadOnlyCollection<XElement> keys) : IXmlRepository
    {
        public IReadOnlyCollection<XElement> GetAllElements() => keys;

        public void StoreElement(XElement element, string friendlyName) { }
    }
}
