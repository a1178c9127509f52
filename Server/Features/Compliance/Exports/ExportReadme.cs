using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>What an auditor reads first.</summary>
internal static class ExportReadme
{
    public static string Of(ExportQuestion asked, ExportScope scope, ExportSigning signing) =>
        $"""
            IwTune compliance export
            ========================

            The verdicts of a fleet as of {UtcInstantConverter.Text(
                asked.Parameters.AsOf
            )} (UTC), and what changed since {UtcInstantConverter.Text(asked.Parameters.Since)}.
            {(
                scope.WholeFleet
                    ? "Its exporter sees the whole fleet."
                    : $"It covers a PART of the fleet: its exporter sees {scope.Hosts} and no other host."
            )}

            {ExportNames.Manifest, -16} how this was made: by whom, when, from what, how complete, how many; and the SHA-256 of every file
            {ExportNames.Signature, -16} a DSSE envelope that carries the manifest, signed with ECDSA P-256 and SHA-256 (ES256)
            {ExportNames.HostsCsv, -16} one host a line; a cell that a spreadsheet would take for a formula begins with an apostrophe
            {ExportNames.HostsJsonLines, -16} the same hosts, one JSON value a line
            {ExportNames.Changes, -16} every change of a verdict in the period, host by host
            {ExportNames.Exceptions, -16} exceptions of the period: who, why, until when
            policies/        the revisions that were required, as they were written
            schemas/         JSON schemas of the lines and of the manifest

            To check it, offline, on Linux or Windows, with no server:

                iwtune verify-export FILE.zip --key {signing.KeyId}

            The key's fingerprint is the SHA-256 of its public half. Compare it with one that you were given on another way: the fingerprint
            in this file came with the file. The server's console shows its own at /about, and so does 'iwtune fleet export'.

            By hand: the SHA-256 of {ExportNames.Manifest} is what 'payload' in {ExportNames.Signature} decodes to (base64),
                and the signature is over
            "DSSEv1 LEN(type) type LEN(payload) payload" (github.com/secure-systems-lab/dsse); every other file has its SHA-256 in the
            manifest.

            """;
}
