using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Server.Features.Backups;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Features.Backups;

/// <summary>The file of a backup after every damage to it that is one byte long, or a cut.</summary>
public sealed class BackupArchiveTests : IDisposable
{
    private const string Key = "data/signing.key",
        Secret = "-----BEGIN PRIVATE KEY----- and so on";

    private static readonly byte[] Store = Encoding.UTF8.GetBytes("SQLite format 3, as far as anyone asks here");

    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-archive-").FullName;

    private string Backup => Path.Combine(_files, "fleet.tar.gz");

    public void Dispose() => Directory.Delete(_files, recursive: true);

    [Fact]
    public async Task It_is_refused_wherever_it_is_cut_off()
    {
        var whole = await MakeAsync();
        Assert.True(await IsTheSameAsync(whole));
        for (var length = 0; length < whole.Length; length++)
            Assert.False(await IsTheSameAsync(whole[..length]), $"cut to {length} of {whole.Length} bytes");
        Assert.False(await IsTheSameAsync([.. whole, 0]));
    }

    [Fact]
    public async Task A_bit_that_flipped_anywhere_is_found_or_changed_nothing_that_is_unpacked()
    {
        var whole = await MakeAsync();
        var found = 0;
        for (var at = 0; at < whole.Length; at++)
        {
            byte[] flipped = [.. whole];
            flipped[at] ^= (byte)(1 << (at % 8));
            found += await IsTheSameAsync(flipped) ? 0 : 1;
        }
        // The rest says nothing of the content, as the time in the header, or stands for the same bytes, as another distance in a run of
        // zeros.
        Assert.True(found > whole.Length * 3 / 4, $"{found} of {whole.Length} were found");
    }

    [Fact]
    public async Task One_of_a_newer_server_is_called_so()
    {
        await File.WriteAllBytesAsync(Backup, await MakeAsync(BackupManifest.Known + 1));
        var refused = await Assert.ThrowsAsync<InvalidDataException>(() => BackupArchive.UnpackAsync(Backup, Unpacked()));
        Assert.Equal("it was made by a newer iwtune-server, 9.0.0: restore it with that version", refused.Message);
    }

    /// <returns>False when it is refused.</returns>
    private async Task<bool> IsTheSameAsync(byte[] bytes)
    {
        await File.WriteAllBytesAsync(Backup, bytes);
        var folder = Unpacked();
        try
        {
            Assert.Equal(Manifest(BackupManifest.Known), await BackupArchive.UnpackAsync(Backup, folder));
            Assert.Equal(Secret, await File.ReadAllTextAsync(Path.Combine(folder, Key)));
            Assert.Equal(Store, await File.ReadAllBytesAsync(Path.Combine(folder, Database.FileName)));
            return true;
        }
        catch (InvalidDataException refused)
        {
            Assert.EndsWith("Give another backup", refused.Message, StringComparison.Ordinal);
            return false;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private string Unpacked() => Directory.CreateDirectory(Path.Combine(_files, "unpacked")).FullName;

    private static BackupManifest Manifest(int format) =>
        new(format, DateTimeOffset.UnixEpoch, "9.0.0", "SQLite 3", 1, "00", Convert.ToHexStringLower(SHA256.HashData(Store)));

    private static async Task<byte[]> MakeAsync(int format = BackupManifest.Known)
    {
        var made = new MemoryStream();
        await using (var zip = new GZipStream(made, CompressionLevel.Fastest, leaveOpen: true))
        await using (var tar = new TarWriter(zip))
        {
            await AddAsync(
                tar,
                BackupFiles.Manifest,
                JsonSerializer.SerializeToUtf8Bytes(Manifest(format), BackupJson.Default.BackupManifest)
            );
            await AddAsync(tar, Database.FileName, Store);
            await AddAsync(tar, Key, Encoding.UTF8.GetBytes(Secret));
        }
        return made.ToArray();
    }

    private static async Task AddAsync(TarWriter tar, string name, byte[] content) =>
        await tar.WriteEntryAsync(new PaxTarEntry(TarEntryType.RegularFile, name) { DataStream = new MemoryStream(content) });
}
