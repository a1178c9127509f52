using System.IO.Compression;
using System.Security.Cryptography;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>
/// A zip that grows file by file, each hashed as it is written. Times in it are the instant of the export, so that equal exports are equal
/// bytes.
/// </summary>
internal sealed class ExportZip(Stream to, DateTimeOffset at) : IDisposable
{
    private static readonly DateTimeOffset Earliest = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly ZipArchive _zip = new(to, ZipArchiveMode.Create, leaveOpen: true, ExportText.Utf8);

    /// <summary>The files so far, for the manifest.</summary>
    public List<ExportFile> Files { get; } = [];

    public Task AddAsync(string name, string text) =>
        AddAsync(
            name,
            async stream =>
            {
                await stream.WriteAsync(ExportText.Utf8.GetBytes(text));
                return null;
            }
        );

    /// <param name="name">Its name.</param>
    /// <param name="write">Writes it, and says how many rows it has.</param>
    public async Task AddAsync(string name, Func<Stream, Task<int?>> write)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        int? rows;
        long bytes;
        await using (var entry = Open(name))
        await using (var hashed = new HashedStream(entry, hash))
        {
            rows = await write(hashed);
            bytes = hashed.Written;
        }
        Files.Add(new(name, Convert.ToHexStringLower(hash.GetHashAndReset()), bytes, rows));
    }

    /// <summary>A file that is not in the manifest: the manifest itself, and what signs it.</summary>
    public void Add(string name, ReadOnlySpan<byte> bytes)
    {
        using var entry = Open(name);
        entry.Write(bytes);
    }

    /// <summary>A file that is neither hashed nor listed; it must be closed before the next is opened.</summary>
    public Stream Open(string name)
    {
        var entry = _zip.CreateEntry(name, CompressionLevel.Optimal);
        entry.LastWriteTime = at < Earliest ? Earliest : at.ToUniversalTime();
        return entry.Open();
    }

    public void Dispose() => _zip.Dispose();
}
