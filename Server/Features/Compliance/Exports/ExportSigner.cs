using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Signs exports, with a key of its own: trust in its exports does not require trust in its changes of hosts.</summary>
public sealed class ExportSigner(ECDsa key) : IDisposable
{
    internal const string KeyName = "export.key";

    public SigningKey PublicKey { get; } = SigningKeys.From(key);

    public static ExportSigner Load(DataDirectory directory) => new(KeyFile.Load(directory, KeyName));

    /// <summary>What the manifest says of the key.</summary>
    public ExportSigning Signing => new(ExportSigning.Es256, PublicKey.KeyId, PublicKey.PublicKey);

    /// <summary>The envelope around a manifest.</summary>
    public byte[] Sign(ReadOnlySpan<byte> manifest) =>
        JsonSerializer.SerializeToUtf8Bytes(EnvelopeSigner.Sign(manifest, ExportNames.PayloadType, key), WireJson.Default.Envelope);

    /// <summary>The envelope around a statement about an export, on one line.</summary>
    internal string Sign(ExportAttestation attestation) =>
        JsonSerializer.Serialize(
            EnvelopeSigner.Sign(
                JsonSerializer.SerializeToUtf8Bytes(attestation, ExportJson.Default.ExportAttestation),
                ExportAttestation.PayloadType,
                key
            ),
            WireJson.Default.Envelope
        );

    public void Dispose() => key.Dispose();
}
