using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection.KeyManagement;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// Whether the cookie keys can be read. The framework only logs that they cannot, and then every sign-in and every authenticator app fails.
/// </summary>
internal static class CookieKeyCheck
{
    /// <exception cref="StorageUnusableException">They cannot be read.</exception>
    public static void Run(IServiceProvider services, DataDirectory directory)
    {
        try
        {
            services.GetRequiredService<IKeyManager>().GetAllKeys();
        }
        catch (Exception unreadable) when (unreadable is not StoreException)
        {
            throw new StorageUnusableException(
                $"The cookie keys in {directory.File(DataDirectory.CookieKeys)} cannot be read: {unreadable.Message.TrimEnd('.')}. They "
                    + "must be readable for the user of the server; restore damaged ones from a backup of the data directory.",
                unreadable
            );
        }
    }
}
