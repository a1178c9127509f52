using System.Security.Cryptography;
using IwTune.Agent.Linux.Tpm;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control.Keys;

/// <summary>A host key that a TPM uses.</summary>
internal sealed class TpmHostKey(string name, TpmKeys tpm, TpmKeys.Wrapped key) : IHostKey
{
    // A TPM does one thing at a time.
    private readonly object _one = new();

    public string Name => name;

    public string Kind => HostKeys.Tpm;

    public string PublicKey { get; } = Convert.ToBase64String(TpmKeys.PublicKey(key));

    public (byte[]? Signature, string Problem) Sign(ReadOnlySpan<byte> signed)
    {
        lock (_one)
        {
            try
            {
                return (tpm.Sign(key, SHA256.HashData(signed)), "");
            }
            catch (TpmException e)
            {
                return (null, $"The host key in the TPM cannot sign: {e.Message} Where the TPM was cleared or replaced, {KeyFiles.WayOut}");
            }
        }
    }

    public void Dispose()
    {
        // Nothing stays loaded between two signatures.
    }
}
