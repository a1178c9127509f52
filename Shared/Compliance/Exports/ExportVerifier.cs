using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Shared.Compliance.Exports.Parts;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>Checks an export without the server: signature, files, hashes, counts, and every line.</summary>
public static class ExportVerifier
{
    private const int MostSigned = 64 << 20;

    /// <summary>Everything that is wrong with an export. Never throws for what is in the stream.</summary>
    /// <param name="zip">The export; it must be seekable.</param>
    /// <param name="pin">The key it must be signed with; <see langword="null"/> to take the one it names.</param>
    /// <param name="fits">The signature's check; without one .NET's.</param>
    public static ExportCheck Verify(Stream zip, ExportPin? pin, SignatureCheck? fits = null)
    {
        var problems = new List<string>();
        ExportManifest? manifest = null;
        var keyId = "";
        try
        {
            var entries = ZipDirectory.Read(zip);
            var signed = Whole(zip, entries, ExportNames.Manifest);
            manifest = Read(signed);
            keyId = Signer(zip, entries, signed, manifest, pin, fits ?? SigningKeys.Fits);
            Structure(manifest, entries, problems);
            if (problems.Count == 0)
                ExportReading.Check(zip, entries, manifest, problems);
        }
        catch (ExportFaultException fault)
        {
            problems.Add(fault.Message);
        }
        return new()
        {
            Problems = [.. problems.Take(ExportCheck.MostProblems)],
            KeyId = keyId,
            Pinned = pin is not null,
            Manifest = manifest,
        };
    }

    private static string Signer(
        Stream zip,
        IReadOnlyList<ZipEntry> entries,
        byte[] signed,
        ExportManifest manifest,
        ExportPin? pin,
        SignatureCheck fits
    )
    {
        var key = Key(manifest.Signing);
        if (pin is not null && !pin.Fingerprint.Equals(key.KeyId, StringComparison.OrdinalIgnoreCase))
            throw new ExportFaultException($"the export is signed by key {key.KeyId}, not by {pin.Fingerprint}, the key you gave");
        Envelope? envelope;
        try
        {
            envelope = JsonSerializer.Deserialize(Whole(zip, entries, ExportNames.Signature), WireJson.Default.Envelope);
        }
        catch (JsonException)
        {
            envelope = null;
        }
        if (envelope is null)
            throw new ExportFaultException($"{ExportNames.Signature} is not a signature envelope");
        return EnvelopeVerifier.Verify(envelope, ExportNames.PayloadType, [key], fits) switch
        {
            // A hint that is wrong leads other verifiers to another key, and an auditor to another server.
            EnvelopeCheck.Genuine when envelope.Signatures.FirstOrDefault(signature => signature.KeyId != key.KeyId) is { } other =>
                throw new ExportFaultException(
                    $"{ExportNames.Signature} names key {Short(other.KeyId)}, but the export was signed by {key.KeyId}"
                ),
            EnvelopeCheck.Genuine genuine when genuine.Payload.Span.SequenceEqual(signed) => key.KeyId,
            EnvelopeCheck.Genuine => throw new ExportFaultException(
                $"{ExportNames.Manifest} is not the manifest that was signed: it was changed afterwards"
            ),
            EnvelopeCheck.Rejected rejected => throw new ExportFaultException($"the signature is not valid: {rejected.Reason}"),
            _ => throw new ExportFaultException("the signature is not valid"),
        };
    }

    private static SigningKey Key(ExportSigning signing)
    {
        if (signing.Algorithm != ExportSigning.Es256)
            throw new ExportFaultException(
                $"the export states the signature algorithm '{Short(signing.Algorithm)}'; this version supports {ExportSigning.Es256}"
            );
        var bytes = new byte[(signing.PublicKey.Length / 4 * 3) + 3];
        if (!Convert.TryFromBase64String(signing.PublicKey, bytes, out var length))
            throw new ExportFaultException("the export's public key is not base64");
        // Never the id it states: a fingerprint is computed from the key, or it proves nothing.
        var fingerprint = CanonicalText.Hex(SHA256.HashData(bytes.AsSpan(0, length)));
        return fingerprint == signing.KeyId
            ? new(fingerprint, signing.PublicKey)
            : throw new ExportFaultException("the export's public key does not match the fingerprint that the export states");
    }

    private static ExportManifest Read(byte[] signed)
    {
        try
        {
            var manifest = JsonSerializer.Deserialize(signed, ExportJson.Default.ExportManifest);
            if (
                manifest
                    is {
                        Format: ExportManifest.Version1 or ExportManifest.Version2,
                        Parameters: { Query: not null },
                        Watermark.SilentHosts: not null,
                        Counts.States: not null,
                        Policies: not null,
                        Audit: not null,
                        Signing: { Algorithm: not null, KeyId: not null, PublicKey: not null },
                        Files: not null
                    }
                && manifest.Files.All(file => file is { Name: not null, Sha256: not null })
                && manifest.Policies.All(policy => policy is { Policy: not null, Digest: not null, File: not null })
                && manifest.Scope is null or { Hosts: not null, Roles: not null }
            )
                return manifest;
            throw new ExportFaultException(
                $"{ExportNames.Manifest} is not of format {ExportManifest.Version2}: verify it with the iwtune version of its server, "
                    + "or a newer one"
            );
        }
        catch (JsonException malformed)
        {
            throw new ExportFaultException(
                $"{ExportNames.Manifest} cannot be read at {malformed.Path ?? "$"}: it is not a manifest of format "
                    + $"{ExportManifest.Version2}",
                malformed
            );
        }
    }

    /// <summary>No file more, none less; and the numbers of the manifest agree among themselves.</summary>
    private static void Structure(ExportManifest manifest, IReadOnlyList<ZipEntry> entries, List<string> problems)
    {
        var listed = new Dictionary<string, ExportFile>(StringComparer.Ordinal);
        foreach (var file in manifest.Files)
            if (!listed.TryAdd(file.Name, file))
                problems.Add($"the manifest lists '{Short(file.Name)}' twice");
        var present = entries.Select(entry => entry.Name).ToHashSet(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            if (entry.Name is ExportNames.Manifest or ExportNames.Signature)
                continue;
            if (!listed.TryGetValue(entry.Name, out var file))
                problems.Add($"'{entry.Name}' is in the zip but not in the manifest: it was added afterwards");
            else if (file.Bytes != entry.Bytes)
                problems.Add($"'{entry.Name}' has {entry.Bytes} bytes, but the manifest says {file.Bytes}");
        }
        foreach (var name in listed.Keys)
            if (!present.Contains(name))
                problems.Add($"'{Short(name)}' is in the manifest but not in the zip: it was removed");
        foreach (var part in ExportParts.All)
            if (listed.TryGetValue(part.Name, out var file) ? file.Rows is null && !part.Optional : part.Required)
                problems.Add($"the manifest does not say how many rows '{part.Name}' has");
        var counts = manifest.Counts;
        if (counts.States.Values.Sum(count => (long)count) != counts.Matched)
            problems.Add(
                $"the counts by verdict sum to {counts.States.Values.Sum(count => (long)count)}, not to the {counts.Matched} hosts "
                    + "of the export"
            );
        if ((long)counts.Matched + counts.Excluded != counts.Fleet)
            problems.Add($"{counts.Matched} hosts and {counts.Excluded} excluded hosts do not add up to the fleet of {counts.Fleet}");
        foreach (var policy in manifest.Policies)
            if (!listed.ContainsKey(policy.File))
                problems.Add($"the document of {Short(policy.Policy)} revision {policy.Revision} is missing");
    }

    private static byte[] Whole(Stream zip, IReadOnlyList<ZipEntry> entries, string name)
    {
        var entry =
            entries.FirstOrDefault(entry => entry.Name == name)
            ?? throw new ExportFaultException($"'{name}' is missing: the zip is not an export, or the file was removed");
        if (entry.Bytes > MostSigned)
            throw new ExportFaultException($"'{name}' is larger than {MostSigned >> 20} MiB");
        using var file = new UnpackedFile(zip, entry);
        var bytes = new byte[entry.Bytes];
        _ = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        file.Finish();
        return bytes;
    }

    internal static string Short(string text) => Policies.Syntax.Findings.Printable(text.Length > 80 ? text[..80] : text);
}
