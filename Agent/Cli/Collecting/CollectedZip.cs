using System.IO.Compression;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Cli.Output.Json;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>
/// A zip that grows part by part, with a list of its parts and of missing ones. The file exists only when it is complete.
/// </summary>
internal sealed class CollectedZip : IDisposable
{
    private readonly TimeProvider _time;
    private readonly string _path;
    private readonly FileStream _file;
    private readonly ZipArchive _zip;
    private readonly List<CollectedPart> _parts = [];
    private bool _done;

    private CollectedZip(string path, FileStream file, TimeProvider time)
    {
        (_path, _file, _time) = (path, file, time);
        _zip = new ZipArchive(file, ZipArchiveMode.Create, leaveOpen: true, Encoding.UTF8);
    }

    /// <summary>The parts so far.</summary>
    public IReadOnlyList<CollectedPart> Parts => _parts;

    /// <summary>Makes it, readable by this user alone: it shows how the host is set up.</summary>
    /// <exception cref="UsageException">The file is there already, or cannot be made.</exception>
    public static CollectedZip Create(string path, TimeProvider time)
    {
        var full = Path.GetFullPath(path);
        if (File.Exists(full))
            throw new UsageException($"{full} is there already; name another file with --out. Nothing was collected.");
        try
        {
            return new CollectedZip(full, PrivateFile.Create(full + ".part", FileMode.CreateNew), time);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{full} cannot be made: {e.Message} Name another file with --out. Nothing was collected.", e);
        }
    }

    /// <summary>Puts bytes in as they are.</summary>
    public void Add(string name, ReadOnlySpan<byte> content)
    {
        var entry = _zip.CreateEntry(name, CompressionLevel.Optimal);
        entry.LastWriteTime = _time.GetUtcNow();
        using var stream = entry.Open();
        stream.Write(content);
        _parts.Add(new CollectedPart(name, content.Length, ""));
    }

    /// <summary>Records a missing part.</summary>
    public void Lacking(string name, string problem) => _parts.Add(new CollectedPart(name, null, problem));

    /// <summary>Writes the manifest and gives the file its name.</summary>
    /// <returns>Its size in bytes.</returns>
    public long Finish(CollectManifest manifest)
    {
        Add("manifest.json", JsonSerializer.SerializeToUtf8Bytes(manifest with { Parts = [.. _parts] }, ToolsJson.Shown.CollectManifest));
        _zip.Dispose();
        var size = _file.Length;
        _file.Dispose();
        File.Move(_path + ".part", _path);
        _done = true;
        return size;
    }

    public void Dispose()
    {
        if (_done)
            return;
        _zip.Dispose();
        _file.Dispose();
        File.Delete(_path + ".part");
    }
}
