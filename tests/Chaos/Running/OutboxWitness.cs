using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.InteropServices;

namespace IwTune.Chaos.Running;

/// <summary>
/// Keeps every file that an agent's outbox ever had, as a second name of the same file: what the agent appends is in it, and it stays when
/// the agent deletes its own name after the server's acknowledgement.
/// </summary>
internal sealed partial class OutboxWitness : IDisposable
{
    private readonly string folder;
    private readonly FileSystemWatcher watcher;
    private readonly ConcurrentQueue<string> kept = new();
    private int last;

    /// <param name="disk">What has both of the others in it, and is there until the end.</param>
    /// <param name="outbox">The outbox, which may not exist yet.</param>
    /// <param name="folder">For the second names.</param>
    public OutboxWitness(string disk, string outbox, string folder)
    {
        this.folder = folder;
        Directory.CreateDirectory(folder);
        Directory.CreateDirectory(outbox);
        // Not the outbox alone: a watcher whose own directory was deleted does not end when it is disposed (dotnet/runtime#35439). After
        // some sixty schedules the 128 watchers of a user were used up.
        watcher = new FileSystemWatcher(disk, "*.ndjson")
        {
            IncludeSubdirectories = true,
            NotifyFilter = NotifyFilters.FileName | NotifyFilters.DirectoryName,
            InternalBufferSize = 1 << 16,
        };
        watcher.Created += (_, made) => Keep(made.FullPath);
        watcher.Renamed += (_, made) => Keep(made.FullPath);
        watcher.EnableRaisingEvents = true;
    }

    /// <summary>Every whole line of every file, each once.</summary>
    public IReadOnlyList<string> Lines =>
        [.. kept.SelectMany(file => File.ReadAllText(file).Split('\n')[..^1]).Distinct(StringComparer.Ordinal)];

    /// <inheritdoc/>
    public void Dispose() => watcher.Dispose();

    private void Keep(string path)
    {
        var name = Path.Combine(folder, Interlocked.Increment(ref last).ToString("D6", CultureInfo.InvariantCulture));
        // It may be gone already: acknowledged within microseconds. Then this run does not check it.
        if (MakeLink(path, name) == 0)
            kept.Enqueue(name);
    }

    [LibraryImport("libc", EntryPoint = "link", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MakeLink(string from, string to);
}
