using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>A time stamp of an export that was checked.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Export">The export's file.</param>
/// <param name="Check">The result.</param>
internal sealed record CheckedTimeStamp(string Path, string Export, TimeStampCheck Check)
{
    public bool Holds => Check.At is not null;

    /// <param name="path">The stamp: a token, DER.</param>
    /// <param name="authorities">A PEM file; <see langword="null"/> for the system's certificates.</param>
    /// <param name="export">The export.</param>
    /// <exception cref="UsageException">A file cannot be read.</exception>
    public static CheckedTimeStamp Of(string path, string? authorities, CheckedExport export)
    {
        X509Certificate2Collection? trusted = null;
        if (authorities is not null)
            trusted = Read("--timestamp-ca", authorities, Certificates);
        var token = Read("--timestamp", path, File.ReadAllBytes);
        return new(path, export.Path, TimeStampCheck.Of(token, Convert.FromHexString(export.Sha256), trusted));
    }

    private static X509Certificate2Collection Certificates(string path)
    {
        var read = new X509Certificate2Collection();
        read.ImportFromPemFile(path);
        return read.Count > 0 ? read : throw new CryptographicException("it holds no certificate (-----BEGIN CERTIFICATE-----)");
    }

    private static T Read<T>(string option, string path, Func<string, T> read)
    {
        try
        {
            return read(path);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new UsageException($"{option} {path} cannot be read: {UnreadableFile.Why(path, unreadable)}", unreadable);
        }
    }
}
