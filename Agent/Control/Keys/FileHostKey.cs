using System.Security.Cryptography;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control.Keys;

/// <summary>A host key in memory, from a file.</summary>
internal sealed class FileHostKey(string name, ECDsa key) : IHostKey
{
    // Not every implementation of ECDsa may be used by several threads at a time.
    private readonly object _one = new();

    public string Name => name;

    public string Kind => HostKeys.File;

    public string PublicKey { get; } = Convert.ToBase64String(key.ExportSubjectPublicKeyInfo());

    public (byte[]? Signature, string Problem) Sign(ReadOnlySpan<byte> signed)
    {
        lock (_one)
        {
            try
            {
                return (key.SignData(signed, HashAlgorithmName.SHA256, DSASignatureFormat.IeeeP1363FixedFieldConcatenation), "");
            }
            catch (Exception e) when (e is CryptographicException or ObjectDisposedException)
            {
                return (null, $"The host key cannot sign: {e.Message}");
            }
        }
    }

    public void Dispose()
    {
        lock (_one)
        {
            key.Dispose();
        }
    }
}
