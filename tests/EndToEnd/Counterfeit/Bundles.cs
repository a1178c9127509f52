using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.EndToEnd.Counterfeit;

/// <summary>Bundles that a test defines.</summary>
internal static class Bundles
{
    public static Bundle For(int initCwnd, long sequence, int? confirmSeconds = null) =>
        new(
            sequence,
            DateTimeOffset.UtcNow,
            DateTimeOffset.UtcNow.AddHours(1),
            new BundleContent
            {
                Policy = "edge",
                Revision = (int)sequence,
                PolicyDigest = new string('0', 64),
                ConfirmSeconds = confirmSeconds,
                Windows = [new("default", initCwnd, null)],
            }
        );

    public static Envelope SignedBy(this Bundle bundle, ECDsa key) =>
        EnvelopeSigner.Sign(JsonSerializer.SerializeToUtf8Bytes(bundle, WireJson.Default.Bundle), Envelope.BundleType, key);

    /// <summary>The signature stays, but the window that it covers changes.</summary>
    public static Envelope Tampered(this Envelope envelope, string old, string changed)
    {
        var payload = Encoding.UTF8.GetString(Convert.FromBase64String(envelope.Payload));
        Assert.Contains(old, payload, StringComparison.Ordinal);
        return envelope with
        {
            Payload = Convert.ToBase64String(Encoding.UTF8.GetBytes(payload.Replace(old, changed, StringComparison.Ordinal))),
        };
    }
}
