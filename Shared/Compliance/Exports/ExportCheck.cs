namespace IwTune.Shared.Compliance.Exports;

/// <summary>What checking an export gave.</summary>
public sealed record ExportCheck
{
    /// <summary>
    /// Every problem, one sentence each; empty when the export is what its signer made. The check stops after <see cref="MostProblems"/>.
    /// </summary>
    public required IReadOnlyList<string> Problems { get; init; }

    /// <summary>Fingerprint of the key that signed; empty when there is no valid signature.</summary>
    public string KeyId { get; init; } = "";

    /// <summary>True when the caller supplied the key; false when it came with the file, so that the file's author chose it.</summary>
    public bool Pinned { get; init; }

    /// <summary>The manifest; <see langword="null"/> when it could not be read.</summary>
    public ExportManifest? Manifest { get; init; }

    /// <summary>True when nothing is wrong.</summary>
    public bool Intact => Problems.Count == 0;

    /// <summary>Maximum number of reported problems.</summary>
    public const int MostProblems = 20;
}

/// <summary>The key an export must be signed with.</summary>
/// <param name="Fingerprint">SHA-256 of the public half, lower-case hex.</param>
public sealed record ExportPin(string Fingerprint);
