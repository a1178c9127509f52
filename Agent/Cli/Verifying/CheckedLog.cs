using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>A copy of an audit log that was checked, and how exports fit it.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Chain">Whether its chain is whole.</param>
/// <param name="Problems">What does not fit, one sentence each.</param>
/// <param name="Records">The entries that record the exports, by their SHA-256.</param>
internal sealed record CheckedLog(
    string Path,
    AuditVerification Chain,
    IReadOnlyList<string> Problems,
    IReadOnlyDictionary<string, long> Records
)
{
    public bool Fits => Chain.Intact && Problems.Count == 0;

    /// <param name="path">The copy.</param>
    /// <param name="key">Id of the key that signed it; <see langword="null"/> for the one in it.</param>
    /// <param name="exports">Broken ones are left out.</param>
    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static async Task<CheckedLog> OfAsync(string path, string? key, IReadOnlyList<CheckedExport> exports)
    {
        List<ExportInLog> sought =
        [
            .. exports
                .Where(export => export.Check.Intact)
                .Select(export => new ExportInLog(export.Path, export.Sha256, export.Check.Manifest!.Audit)),
        ];
        var log = new ExportsInLog(sought);
        try
        {
            using var lines = new StreamReader(path);
            var chain = await AuditTrailCheck.RunAsync(lines, key, log.Take, log.Begins, ExportChecking.Fits);
            var records = sought
                .Where(export => log.RecordOf(export) is not null)
                .DistinctBy(export => export.Sha256)
                .ToDictionary(export => export.Sha256, export => log.RecordOf(export)!.Value, StringComparer.Ordinal);
            return new(path, chain, chain.Intact ? log.Problems() : [], records);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--audit {path} cannot be read: {UnreadableFile.Why(path, unreadable)}", unreadable);
        }
    }
}
