using System.Security.Cryptography;

namespace IwTune.Server.Hosting;

/// <summary>A P-256 key pair in the data directory, made when it is first asked for. PKCS #8 PEM, readable by its owner only.</summary>
internal static class KeyFile
{
    public static ECDsa Load(DataDirectory directory, string name)
    {
        if (directory.ReadKey(name) is { } pem)
            return Read(pem);
        var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        directory.WriteKey(name, Text(key));
        return key;
    }

    /// <summary>The key in a file's text.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static ECDsa Read(string pem)
    {
        var key = ECDsa.Create();
        key.ImportFromPem(pem);
        return key;
    }

    /// <summary>What a file of the key has in it.</summary>
    public static string Text(ECDsa key) => key.ExportPkcs8PrivateKeyPem() + "\n";
}
