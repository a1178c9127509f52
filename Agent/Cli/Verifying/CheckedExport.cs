using System.Security.Cryptography;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>An export that was checked.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Sha256">Of the file, lower-case hex.</param>
/// <param name="Check">The result.</param>
internal sealed record CheckedExport(string Path, string Sha256, ExportCheck Check)
{
    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static CheckedExport Of(string path, ExportPin? pin)
    {
        try
        {
            using var zip = File.OpenRead(path);
            var hash = CanonicalText.Hex(SHA256.HashData(zip));
            zip.Position = 0;
            return new(path, hash, ExportChecking.Verify(zip, pin));
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path} cannot be read: {UnreadableFile.Why(path, unreadable)}", unreadable);
        }
    }
}
