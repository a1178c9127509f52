using System.Xml;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection.KeyManagement;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// Whether the cookie keys can be read, and open what was sealed with them. The framework only logs that they cannot be read, and makes new
/// ones in place of missing ones; then every sign-in, every authenticator app and every webhook fails.
/// </summary>
internal static class CookieKeyCheck
{
    /// <returns>What an administrator must know, as sentences; <see langword="null"/> when all is well.</returns>
    /// <exception cref="StorageUnusableException">They cannot be read, or are gone and had sealed something in the store.</exception>
    public static async Task<string?> RunAsync(IServiceProvider services, DataDirectory directory)
    {
        var database = services.GetRequiredService<Database>();
        int count;
        try
        {
            count = services.GetRequiredService<IKeyManager>().GetAllKeys().Count;
        }
        catch (Exception unreadable) when (unreadable is not StoreException)
        {
            throw Unreadable(directory, unreadable);
        }
        var lost = await services.GetRequiredService<SealedRecords>().LookAsync(count > 0);
        if (count > 0)
            return lost.IsEmpty ? null : $"{lost.Text} {lost.Remedy}";
        var place = database.Store.IsShared ? database.Shown : directory.File(DataDirectory.CookieKeys);
        if (!lost.IsEmpty)
            throw new StorageUnusableException(
                $"There are no cookie keys in {place}. {lost.Text} Restore the keys from a backup of the data directory. Without one, "
                    + $"'iwtune-server keys rotate cookies' makes a new key, and the server starts. {lost.Remedy}"
            );
        var sessions = await database.ReadAsync(db => SessionQueries.CountAsync(db, services.GetRequiredService<TimeProvider>().Now()));
        return sessions == 0 ? null : $"There were no cookie keys in {place}: all sessions have ended, and people must sign in again.";
    }

    /// <summary>Runs what reads or moves them.</summary>
    /// <exception cref="StorageUnusableException">They cannot be read, or not be written.</exception>
    public static async Task<T> ReadingAsync<T>(DataDirectory directory, Func<Task<T>> read)
    {
        try
        {
            return await read();
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or XmlException)
        {
            throw Unreadable(directory, unreadable);
        }
    }

    private static StorageUnusableException Unreadable(DataDirectory directory, Exception why) =>
        new(
            $"The cookie keys in {directory.File(DataDirectory.CookieKeys)} cannot be read: {why.Message.TrimEnd('.')}. They "
                + "must be readable for the user of the server; restore damaged ones from a backup of the data directory.",
            why
        );
}
