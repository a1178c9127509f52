using System.Security.Cryptography.X509Certificates;

namespace IwTune.Server.Hosting.Certificates;

/// <summary>Trust in the certificates of one file instead of the system's: for servers with a private CA.</summary>
internal static class TrustedRoots
{
    /// <param name="file">Certificates, PEM.</param>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static X509ChainPolicy Of(string file)
    {
        // Revocation is not asked for: its lists are rarely within reach of a server.
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.ImportFromPemFile(file);
        return policy;
    }
}
