using System.Security.Cryptography;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// A P-256 key pair in the data directory, readable by its owner only: PKCS #8 PEM, or the name of one in a token. The first of each kind
/// is made when it is first loaded.
/// </summary>
internal static class KeyFile
{
    public static ECDsa Load(DataDirectory directory, string name)
    {
        if (Find(directory, name) is { } there)
            return there;
        var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        directory.WriteKey(name, Text(key));
        return key;
    }

    /// <summary>The key that a file contains or names; <see langword="null"/> when there is no such file.</summary>
    /// <param name="directory">Where it is.</param>
    /// <param name="name">Its name.</param>
    /// <param name="wayOut">What to do when it is damaged, as a sentence.</param>
    /// <exception cref="StorageUnusableException">It holds none, or names one in a token that cannot be used.</exception>
    public static ECDsa? Find(DataDirectory directory, string name, string wayOut = "Restore it from a backup of the data directory.")
    {
        if (directory.ReadKey(name) is not { } text)
            return null;
        try
        {
            return Read(text, directory.Tokens);
        }
        catch (Exception unreadable) when (unreadable is ArgumentException or FormatException or CryptographicException)
        {
            throw new StorageUnusableException($"{directory.File(name)} holds no private key. {wayOut}", unreadable);
        }
    }

    internal static ECDsa Read(string text, TokenModule? tokens)
    {
        if (TokenKeyName.Read(text) is { } name)
            return TokenModule.Needed(tokens, name.Token).Open(name);
        var key = ECDsa.Create();
        key.ImportFromPem(text);
        return key;
    }

    /// <summary>The key in a token that a file names; <see langword="null"/> when it holds a key itself, or is not there.</summary>
    public static TokenKeyName? NameIn(DataDirectory directory, string name) =>
        directory.ReadKey(name) is { } text ? TokenKeyName.Read(text) : null;

    /// <summary>What a file of the key has in it.</summary>
    public static string Text(ECDsa key) => key is TokenKey inToken ? inToken.Name.Text : key.ExportPkcs8PrivateKeyPem() + "\n";
}
