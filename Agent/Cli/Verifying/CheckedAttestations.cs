using System.Globalization;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>A file of signed statements about exports that was checked.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Attestations">The statements that hold.</param>
/// <param name="Problems">What does not hold, one sentence each.</param>
internal sealed record CheckedAttestations(string Path, IReadOnlyList<ExportAttestation> Attestations, IReadOnlyList<string> Problems)
{
    public bool Holds => Problems.Count == 0;

    /// <param name="path">The file: a statement a line.</param>
    /// <param name="exports">Broken ones are left out.</param>
    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static CheckedAttestations Of(string path, IReadOnlyList<CheckedExport> exports)
    {
        var keys = exports
            .Where(export => export.Check.Intact)
            .DistinctBy(export => export.Sha256)
            .ToDictionary(
                export => export.Sha256,
                export => new SigningKey(export.Check.Manifest!.Signing.KeyId, export.Check.Manifest.Signing.PublicKey),
                StringComparer.Ordinal
            );
        try
        {
            var (found, problems, number) = (new List<ExportAttestation>(), new List<string>(), 0);
            foreach (var line in File.ReadLines(path))
            {
                number++;
                var check = AttestationCheck.Of(line, keys, ExportChecking.Fits);
                if (check.Attestation is { } attestation)
                    found.Add(attestation);
                else
                    problems.Add(string.Create(CultureInfo.InvariantCulture, $"line {number} {check.Problem}"));
            }
            if (number == 0)
                problems.Add("it is empty");
            return new(path, found, problems);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--attestations {path} cannot be read: {UnreadableFile.Why(path, unreadable)}", unreadable);
        }
    }
}
