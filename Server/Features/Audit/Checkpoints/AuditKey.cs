using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Audit.Checkpoints;

/// <summary>Signs heads of the audit log: a key of its own, so that what signs bundles all day cannot vouch for the past.</summary>
public sealed class AuditKey(ECDsa key) : IDisposable
{
    internal const string FileName = "audit.key";

    public SigningKey Public { get; } = SigningKeys.From(key);

    public static AuditKey Load(DataDirectory directory) => new(KeyFile.Load(directory, FileName));

    internal Envelope Sign(AuditCheckpoint checkpoint) =>
        EnvelopeSigner.Sign(JsonSerializer.SerializeToUtf8Bytes(checkpoint, AuditJson.Default.AuditCheckpoint), AuditCheckpoint.Type, key);

    public void Dispose() => key.Dispose();
}
