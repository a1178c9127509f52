using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>The private halves of retired keys: they are deleted where they are, and no backup has them.</summary>
internal static class RetiredKeys
{
    /// <summary>A token that is away keeps the key, and the file that names it stays until it is deleted there too.</summary>
    /// <returns>Why the private half is still in its token, as sentences; <see langword="null"/> when it is deleted.</returns>
    public static string? Delete(DataDirectory directory, KeyRow gone)
    {
        if (gone.Place == KeyPlace.Token && KeyFile.NameIn(directory, gone.File) is { } name)
        {
            try
            {
                TokenModule.Needed(directory.Tokens, name.Token).Delete(name);
            }
            catch (StorageUnusableException away)
            {
                return $"The {gone.Shown} is retired and still in its token: {away.Message} It is deleted there when a server starts next.";
            }
        }
        File.Delete(directory.File(gone.File));
        return null;
    }
}
