using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control;

/// <summary>A server's signing key and what it signs.</summary>
internal sealed class Signed : IDisposable
{
    private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public SigningKey Public => SigningKeys.From(_key);

    public static Bundle Bundle(long sequence, int cwnd, DateTimeOffset now, int? confirm = null, TimeSpan? life = null) =>
        new(
            sequence,
            now,
            now + (life ?? TimeSpan.FromDays(7)),
            new BundleContent
            {
                Policy = "edge",
                Revision = (int)sequence,
                ConfirmSeconds = confirm,
                Windows = [new BundleWindow("default", cwnd, null)],
            }
        );

    public Envelope Envelope(Bundle bundle, string type = Shared.Wire.Signing.Envelope.BundleType) =>
        EnvelopeSigner.Sign(JsonSerializer.SerializeToUtf8Bytes(bundle, WireJson.Default.Bundle), type, _key);

    public void Dispose() => _key.Dispose();
}
