using System.Security.Cryptography;

namespace IwTune.Server.Hosting;

/// <summary>A P-256 key pair in the data directory, made when it is first asked for. PKCS #8 PEM, readable by its owner only.</summary>
internal static class KeyFile
{
    public static ECDsa Load(DataDirectory directory, string name)
    {
        var key = ECDsa.Create();
        if (directory.ReadText(name) is { } pem)
        {
            key.ImportFromPem(pem);
            return key;
        }
        key.GenerateKey(ECCurve.NamedCurves.nistP256);
        directory.WriteSecret(name, key.ExportPkcs8PrivateKeyPem() + "\n");
        return key;
    }
}
