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
    private readonly NewFile _file;
    private readonly ZipArchive _zip;
    private readonly List<CollectedPart> _parts = [];
    private bool _closed;

    private CollectedZip(NewFile file, TimeProvider time)
    {
        (_file, _time) = (file, time);
        _zip = new ZipArchive(file.Stream, ZipArchiveMode.Create, leaveOpen: true, Encoding.UTF8);
    }

    /// <summary>The parts so far.</summary>
    public IReadOnlyList<CollectedPart> Parts => _parts;

    /// <summary>Makes it, readable by this user alone: it shows how the host is set up.</summary>
    /// <exception cref="UsageException">The file is there already, or cannot be made.</exception>
    public static CollectedZip Create(string path, TimeProvider time) => new(NewFile.Create(path, "Nothing was collected."), time);

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
        Close();
        var size = _file.Stream.Length;
        _file.Finish();
        return size;
    }

    public void Dispose()
    {
        Close();
        _file.Dispose();
    }

    // Once: the archive writes its directory to the file.
    private void Close()
    {
        if (!_closed)
            _zip.Dispose();
        _closed = true;
    }
}
