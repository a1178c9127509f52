using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using Microsoft.AspNetCore.DataProtection.KeyManagement;

namespace IwTune.Server.Features.Keys;

/// <summary>A new cookie key, before the servers make one themselves, or in place of all that are gone.</summary>
internal static class RotateCookieKey
{
    /// <summary>As the framework's own.</summary>
    private static readonly TimeSpan Life = TimeSpan.FromDays(90);

    /// <exception cref="Storage.StorageUnusableException">The key cannot be stored; nothing was changed.</exception>
    public static async Task<KeyOutcome> RunAsync(StoredKeys keys, DataDirectory directory, string actor, string reason, TimeProvider clock)
    {
        var services = new ServiceCollection();
        services.AddCookieProtection(CookieProtection.PlaceOf(keys, directory));
        await using var provider = services.BuildServiceProvider();
        var now = clock.GetUtcNow();
        var made = provider.GetRequiredService<IKeyManager>().CreateNewKey(now, now + Life);
        await keys.Database.WriteAsync(async write =>
        {
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                KeyActions.Rotate,
                $"key:{made.KeyId}",
                $"The cookie key {made.KeyId} was made.",
                reason
            );
            return true;
        });
        return new KeyOutcome.Done(
            $"The cookie key {made.KeyId} is made. Servers seal with it from their next start, or within a day; older keys open what they "
                + "sealed. Make a new backup."
        );
    }
}
