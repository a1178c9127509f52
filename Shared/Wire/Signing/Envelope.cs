using System.Text.Json.Serialization;

namespace IwTune.Shared.Wire.Signing;

/// <summary>A DSSE envelope (github.com/secure-systems-lab/dsse, envelope.md): bytes, what they are, and who signed them.</summary>
/// <param name="PayloadType">What the payload is: <see cref="BundleType"/>.</param>
/// <param name="Payload">The signed bytes, base64.</param>
/// <param name="Signatures">At least one.</param>
public sealed record Envelope(string PayloadType, string Payload, IReadOnlyList<EnvelopeSignature> Signatures)
{
    /// <summary>Payload type of a <see cref="Bundle"/> in JSON.</summary>
    public const string BundleType = "application/vnd.iwtune.bundle.v1+json";
}

/// <summary>One signature of an envelope.</summary>
/// <param name="KeyId">
/// As in <see cref="SigningKey.KeyId"/>; a hint, never a proof. Agents and servers before wrote <c>keyId</c>, which is read, too.
/// </param>
/// <param name="Sig">ECDSA P-256 with SHA-256 over the pre-authentication encoding, r‖s (IEEE P1363), base64.</param>
public sealed record EnvelopeSignature([property: JsonPropertyName("keyid")] string KeyId, string Sig);
