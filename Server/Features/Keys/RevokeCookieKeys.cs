using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>The cookie keys have leaked: others take their place, also for what they had sealed in the store.</summary>
internal static class RevokeCookieKeys
{
    /// <exception cref="StorageUnusableException">Keys cannot be read or stored; the command can be repeated.</exception>
    public static async Task<KeyOutcome> RunAsync(StoredKeys keys, DataDirectory directory, string actor, string reason, TimeProvider clock)
    {
        // A server has them in memory, and would go on sealing with them.
        using var lease = RunningLock.Take(directory.Path);
        if (lease is null || await IsServedAsync(keys.Database.Store))
            return new KeyOutcome.Refused(
                $"A server is running on {keys.Database.Shown}, and has the keys in memory: stop every server of it, then repeat this."
            );
        await RevokedKeys.ShareAsync(keys, directory);
        var there = await CookieKeyPlaces.AllAsync(keys, directory);
        if (there.Count == 0)
            return new KeyOutcome.Refused("There are no cookie keys yet: the first start of a server makes them.");
        foreach (var key in there)
            RevokedKeys.Add(directory, key.Id, $"cookie key, revoked {clock.GetUtcNow():u} by {actor} {reason}");
        await RevokedKeys.ShareAsync(keys, directory);
        var removed = await LeakedCookieKeys.RemoveAsync(keys, directory, actor, reason, clock);
        return new KeyOutcome.Done(
            $"{removed!.Text} They open nothing in this store any more, and a restored backup does not bring them back. An attacker who "
                + "also had a copy of the store has read what they sealed there: replace it with 'iwtune-server user reset-second-factor "
                + "NAME' and 'iwtune fleet webhooks rotate ID'. Make a new backup: earlier ones have the leaked keys."
        );
    }

    private static async Task<bool> IsServedAsync(IStore store)
    {
        await using var connection = await store.ConnectAsync(CancellationToken.None);
        return await store.IsLedAsync(connection);
    }
}
