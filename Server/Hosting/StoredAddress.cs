using IwTune.Server.Storage;

namespace IwTune.Server.Hosting;

/// <summary>Where the server of a data directory was last reachable.</summary>
internal static class StoredAddress
{
    public const string FileName = "address";

    public static string Of(DataDirectory directory) => directory.ReadText(FileName)?.Trim() ?? "https://SERVER:7443";

    /// <summary>Keeps it for other verbs of this program, which print commands with it.</summary>
    /// <returns>Why it could not be kept; a server does its work without that.</returns>
    public static string? Keep(DataDirectory directory, string url)
    {
        try
        {
            if (directory.ReadText(FileName)?.Trim() != url)
                directory.WriteSecret(FileName, url + "\n");
            return null;
        }
        catch (StorageUnusableException unwritable)
        {
            return $"{unwritable.Message.TrimEnd('.')}. Until the next start, commands that are printed may name an earlier address.";
        }
    }
}
