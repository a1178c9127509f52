namespace IwTune.Shared.Compliance.Exports;

/// <summary>
/// A person's statement about one export, which the server signs with the key of its exports: <see cref="PayloadType"/> in a DSSE envelope.
/// </summary>
/// <param name="Format"><see cref="Version1"/>.</param>
/// <param name="Export">SHA-256 of the zip, lower-case hex.</param>
/// <param name="By">Who made it: <c>user:anna</c>.</param>
/// <param name="At">When.</param>
/// <param name="Statement">In the person's words.</param>
public sealed record ExportAttestation(string Format, string Export, string By, DateTimeOffset At, string Statement)
{
    /// <summary>This format.</summary>
    public const string Version1 = "iwtune-attestation-1";

    /// <summary>Type of what the envelope carries.</summary>
    public const string PayloadType = "application/vnd.iwtune.attestation.v1+json";
}
