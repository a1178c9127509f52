using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>
/// A zip that grows file by file, each hashed as it is written. Times in it are the instant of the export, so that equal exports are equal
/// bytes.
/// </summary>
internal sealed class ExportZip(Stream to, DateTimeOffset at) : IDisposable
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);
    private static readonly DateTimeOffset Earliest = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly ZipArchive _zip = new(to, ZipArchiveMode.Create, leaveOpen: true, Utf8);

    /// <summary>The files so far, for the manifest.</summary>
    public List<ExportFile> Files { get; } = [];

    public Task AddAsync(string name, string text) =>
        AddAsync(
            name,
            async writer =>
            {
                await writer.WriteAsync(text);
                return null;
            }
        );

    /// <param name="name">Its name.</param>
    /// <param name="write">Writes it, and says how many rows it has.</param>
    public async Task AddAsync(string name, Func<TextWriter, Task<int?>> write)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        int? rows;
        long bytes;
        await using (var entry = Entry(name).Open())
        await using (var hashed = new HashedStream(entry, hash))
        {
            await using (var writer = new StreamWriter(hashed, Utf8, 1 << 16, leaveOpen: true) { NewLine = "\n" })
                rows = await write(writer);
            bytes = hashed.Written;
        }
        Files.Add(new(name, Convert.ToHexStringLower(hash.GetHashAndReset()), bytes, rows));
    }

    /// <summary>A file that is not in the manifest: the manifest itself, and what signs it.</summary>
    public void Add(string name, ReadOnlySpan<byte> bytes)
    {
        using var entry = Entry(name).Open();
        entry.Write(bytes);
    }

    public void Dispose() => _zip.Dispose();

    private ZipArchiveEntry Entry(string name)
    {
        var entry = _zip.CreateEntry(name, CompressionLevel.Optimal);
        entry.LastWriteTime = at < Earliest ? Earliest : at.ToUniversalTime();
        return entry;
    }
}
