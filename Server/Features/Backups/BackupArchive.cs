using System.Buffers.Binary;
using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Backups;

/// <summary>The file of a backup, read. It is known to be whole before anything of it is used.</summary>
internal static class BackupArchive
{
    /// <summary>A header and a trailer of gzip (RFC 1952), and nothing between them.</summary>
    private const int LeastLength = 18;

    /// <param name="file">The backup.</param>
    /// <param name="folder">Gets its content; empty.</param>
    /// <exception cref="InvalidDataException">It is damaged, no backup, or made by a newer server.</exception>
    public static async Task<BackupManifest> UnpackAsync(string file, string folder)
    {
        BackupManifest manifest;
        try
        {
            await CheckWholeAsync(file);
            await using (var zip = new GZipStream(File.OpenRead(file), CompressionMode.Decompress))
                await TarFile.ExtractToDirectoryAsync(zip, folder, overwriteFiles: false);
            var text = await File.ReadAllTextAsync(Path.Combine(folder, BackupFiles.Manifest));
            manifest =
                JsonSerializer.Deserialize(text, BackupJson.Default.BackupManifest)
                ?? throw new InvalidDataException($"{BackupFiles.Manifest} is empty");
            if (manifest.Format > BackupManifest.Known)
                throw new NewerBackupException($"it was made by a newer iwtune-server, {manifest.Version}: restore it with that version");
            await using var store = File.OpenRead(Path.Combine(folder, Database.FileName));
            if (Convert.ToHexStringLower(await SHA256.HashDataAsync(store)) != manifest.Sha256)
                throw new InvalidDataException("its store is not the one that was backed up");
        }
        catch (NewerBackupException newer)
        {
            throw new InvalidDataException(newer.Message, newer);
        }
        catch (Exception damaged)
            when (damaged is InvalidDataException or EndOfStreamException or JsonException or FormatException or ArgumentException
                || (damaged is FileNotFoundException && File.Exists(file))
            )
        {
            throw new InvalidDataException(
                $"it is damaged, or no backup of iwtune-server ({damaged.Message.TrimEnd('.')}). Give another backup",
                damaged
            );
        }
        return manifest;
    }

    /// <summary>
    /// Its checksum and its length are at the very end. The decompressor compares them when they are there, and misses nothing when they
    /// are cut off.
    /// </summary>
    private static async Task CheckWholeAsync(string file)
    {
        await using var stream = File.OpenRead(file);
        if (stream.Length < LeastLength)
            throw new InvalidDataException($"it has {stream.Length} bytes");
        long length = 0;
        await using (var zip = new GZipStream(stream, CompressionMode.Decompress, leaveOpen: true))
        {
            var buffer = new byte[1 << 16];
            for (int read; (read = await zip.ReadAsync(buffer)) > 0; )
                length += read;
        }
        var end = new byte[sizeof(uint)];
        stream.Position = stream.Length - end.Length;
        await stream.ReadExactlyAsync(end);
        if (BinaryPrimitives.ReadUInt32LittleEndian(end) != unchecked((uint)length))
            throw new InvalidDataException("its end is missing");
    }

    private sealed class NewerBackupException(string message) : Exception(message);
}
