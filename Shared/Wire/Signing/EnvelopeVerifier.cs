namespace IwTune.Shared.Wire.Signing;

/// <summary>Verifies a DSSE envelope before anything in it is parsed.</summary>
public static class EnvelopeVerifier
{
    // A server signs with one key, with two while keys change. The bound keeps a hostile envelope cheap.
    private const int MaxSignatures = 8;

    /// <summary>The payload, or why there is none. Never throws because of the envelope.</summary>
    /// <param name="envelope">As received.</param>
    /// <param name="expectedType">What the caller is going to parse; anything else is rejected.</param>
    /// <param name="trusted">The keys whose signature counts. A key id in the envelope is only a hint (DSSE v1.0, protocol.md).</param>
    /// <param name="fits">The signature's check; without one .NET's.</param>
    public static EnvelopeCheck Verify(
        Envelope envelope,
        string expectedType,
        IReadOnlyList<SigningKey> trusted,
        SignatureCheck? fits = null
    )
    {
        fits ??= SigningKeys.Fits;
        // A deserialised envelope can lack any part, whatever the annotations promise.
        if (
            envelope is not { PayloadType: not null, Payload: not null, Signatures: not null }
            || envelope.Signatures.Any(s => s is not { KeyId: not null, Sig: not null })
        )
            return Reject(EnvelopeFault.Malformed, "the envelope lacks its type, its payload or a signature's parts");
        if (!string.Equals(envelope.PayloadType, expectedType, StringComparison.Ordinal))
            return Reject(
                EnvelopeFault.WrongType,
                $"the envelope carries '{Short(envelope.PayloadType)}' where '{expectedType}' was expected"
            );
        if (envelope.Signatures.Count is 0 or > MaxSignatures)
            return Reject(
                EnvelopeFault.Malformed,
                $"the envelope has {envelope.Signatures.Count} signatures; 1 to {MaxSignatures} are accepted"
            );
        if (Decode(envelope.Payload) is not { } payload)
            return Reject(EnvelopeFault.Malformed, "the payload is not base64");
        var signatures = envelope.Signatures.Select(s => new Signature(s.KeyId, Decode(s.Sig))).ToList();
        if (signatures.Any(s => s.Bytes is null))
            return Reject(EnvelopeFault.Malformed, "a signature is not base64");

        var signed = PreAuthEncoding.Of(expectedType, payload);
        foreach (var key in trusted)
        {
            if (signatures.Exists(s => fits(key, signed, s.Bytes!)))
                return new EnvelopeCheck.Genuine(payload, key.KeyId);
        }
        var named = signatures.Find(s => trusted.Any(key => key.KeyId == s.KeyId))?.KeyId;
        return named is null
            ? Reject(
                EnvelopeFault.UnknownKey,
                $"signed by key {Short(signatures[0].KeyId)}, which is not one of the {trusted.Count} trusted here"
            )
            : Reject(
                EnvelopeFault.BadSignature,
                $"the signature by key {Short(named)} does not match: the content or the signature was changed"
            );
    }

    private sealed record Signature(string KeyId, byte[]? Bytes);

    private static byte[]? Decode(string base64)
    {
        var bytes = new byte[base64.Length / 4 * 3 + 3];
        return Convert.TryFromBase64String(base64, bytes, out var length) ? bytes[..length] : null;
    }

    private static string Short(string text) => Policies.Syntax.Findings.Printable(text.Length > 16 ? text[..16] : text);

    private static EnvelopeCheck.Rejected Reject(EnvelopeFault fault, string reason) => new(fault, reason);
}
