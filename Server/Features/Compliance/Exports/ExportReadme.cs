using IwTune.Server.Console;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>What an auditor reads first.</summary>
internal static class ExportReadme
{
    private const int Column = 20;

    public static string Of(ExportQuestion asked, ExportTally tally, ExportScope scope, ExportSigning signing) =>
        $"""
            IwTune compliance export
            ========================

            The verdicts of a fleet as of {Instant(asked.Parameters.AsOf)} (UTC), and what changed since {Instant(asked.Parameters.Since)}.
            The hosts are those of the fleet at that instant: one that had left by then is in no file.
            {Covers(scope)}{Without(tally.Without)}

            {ExportNames.Manifest, -Column} how this was made: by whom, when, from what, how complete, how many; and the SHA-256 of every file
            {ExportNames.Signature, -Column} a DSSE envelope that carries the manifest, signed with ECDSA P-256 and SHA-256 (ES256)
            {Parts(asked)}
            {"policies/", -Column} the revisions that were required, as they were written
            {"schemas/", -Column} JSON schemas of the lines and of the manifest

            To check it, offline, on Linux or Windows, with no server:

                iwtune verify-export FILE.zip --key {signing.KeyId}

            The key's fingerprint is the SHA-256 of its public half. Compare it with one that you got by another way: the fingerprint in
            this file came with the file. The server's console shows its own at /about, and so does 'iwtune fleet export'.

            By hand: 'payload' in {ExportNames.Signature} decodes (base64) to {ExportNames.Manifest}. The signature is over
            "DSSEv1 LEN(type) type LEN(payload) payload" (github.com/secure-systems-lab/dsse). The manifest has the SHA-256 of every other
            file.

            """;

    private static string Parts(ExportQuestion asked) =>
        string.Join(
            '\n',
            ExportParts
                .With(asked.Formats)
                .OrderBy(part => part.Name, StringComparer.Ordinal)
                .Select(part => $"{part.Name, -Column} {part.About}")
        );

    private static string Instant(DateTimeOffset at) => UtcInstantConverter.Text(at);

    private static string Without(int hosts) =>
        hosts == 0
            ? ""
            : $"\n{Quantities.Of(hosts, "host")} {(hosts == 1 ? "is" : "are")} Compliant only because no policy is assigned; the rows name "
                + "none.";

    private static string Covers(ExportScope scope) =>
        scope.WholeFleet
            ? "The exporter has access to the whole fleet."
            : $"It covers a PART of the fleet: the exporter has access only to {scope.Hosts}.";
}
