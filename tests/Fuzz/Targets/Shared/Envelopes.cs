using System.Text.Json;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Fuzz.Targets.Shared;

/// <summary>Signed envelopes, with the signature's check left out: what follows it is reached only with a genuine one.</summary>
internal static class Envelopes
{
    private static readonly SigningKey[] Trusted = [new("0123456789abcdef", "MFkw")];

    public static bool Read(byte[] input)
    {
        Envelope? envelope;
        try
        {
            envelope = JsonSerializer.Deserialize(input, WireJson.Default.Envelope);
        }
        catch (JsonException)
        {
            return false;
        }
        var refused = EnvelopeVerifier.Verify(envelope!, Envelope.BundleType, Trusted, (_, _, _) => false);
        BrokenPromiseException.Unless(
            refused is EnvelopeCheck.Rejected { Reason.Length: > 0 },
            "an envelope without a valid signature is rejected"
        );
        if (EnvelopeVerifier.Verify(envelope!, Envelope.BundleType, Trusted, (_, _, _) => true) is not EnvelopeCheck.Genuine genuine)
            return false;
        BrokenPromiseException.Unless(
            genuine.Payload.Span.SequenceEqual(Convert.FromBase64String(envelope!.Payload)),
            "the payload is what the envelope holds"
        );
        _ = CheckpointText.Read(genuine.Payload.Span);
        return true;
    }
}
