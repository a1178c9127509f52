using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>The result of checking one line of a file of attestations.</summary>
/// <param name="Attestation">The statement; <see langword="null"/> when the line is refused.</param>
/// <param name="Problem">Why it is refused, as a sentence without its full stop; empty when it holds.</param>
public sealed record AttestationCheck(ExportAttestation? Attestation, string Problem)
{
    /// <summary>
    /// Checks a line: it must be signed by the key of an intact export, and be about that export. Never throws because of the line.
    /// </summary>
    /// <param name="line">A DSSE envelope as JSON.</param>
    /// <param name="exports">The exports by the SHA-256 of their zips (lower-case hex), each with the key that signed it.</param>
    /// <param name="fits">The signature's check; without one .NET's.</param>
    public static AttestationCheck Of(string line, IReadOnlyDictionary<string, SigningKey> exports, SignatureCheck? fits = null)
    {
        try
        {
            if (JsonSerializer.Deserialize(line, WireJson.Default.Envelope) is not { } envelope)
                return Refused("is not a signed statement");
            var check = EnvelopeVerifier.Verify(envelope, ExportAttestation.PayloadType, [.. exports.Values.Distinct()], fits);
            if (check is EnvelopeCheck.Rejected rejected)
                return Refused($"is refused: {rejected.Reason}");
            var genuine = (EnvelopeCheck.Genuine)check;
            if (JsonSerializer.Deserialize(genuine.Payload.Span, ExportJson.Default.ExportAttestation) is not { } attestation)
                return Refused("holds no statement");
            if (attestation.Format != ExportAttestation.Version1)
                return Refused($"has the format '{attestation.Format}', not {ExportAttestation.Version1}");
            if (!exports.TryGetValue(attestation.Export, out var key))
                return Refused($"is about another export, with SHA-256 {attestation.Export}");
            return key.KeyId == genuine.KeyId
                ? new(attestation, "")
                : Refused($"is signed by key {genuine.KeyId}, and its export by {key.KeyId}");
        }
        catch (JsonException unreadable)
        {
            return Refused($"is not a signed statement: {unreadable.Message}");
        }
    }

    private static AttestationCheck Refused(string problem) => new(null, problem);
}
