using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.History;

/// <summary>The journal on disk: append, flush, and read back after any failure, including a power cut.</summary>
internal sealed class JournalFile(string path)
{
    /// <summary>Every whole entry.</summary>
    /// <param name="repair">
    /// Cut off a last line that was torn by a crash, so that the next entry starts a line of its own. Its step was never taken: the flush
    /// before it had not returned.
    /// </param>
    /// <exception cref="StateUnusableException">A line other than the last is damaged, or the file cannot be read.</exception>
    public List<JournalEntry> Load(bool repair)
    {
        var content = Read();
        var (entries, damaged, end) = Decode(content);
        if (damaged is [var first, ..])
            throw Damaged(first);
        if (repair && end < content.Length)
            Truncate(end);
        return entries;
    }

    /// <summary>The whole entries, although others are damaged: for a person who restores by hand.</summary>
    /// <returns>The entries, and the numbers of the damaged lines.</returns>
    /// <exception cref="StateUnusableException">The file cannot be read.</exception>
    public (List<JournalEntry> Entries, IReadOnlyList<int> Damaged) Salvage()
    {
        var (entries, damaged, _) = Decode(Read());
        return (entries, damaged);
    }

    private static (List<JournalEntry> Entries, List<int> Damaged, int End) Decode(byte[] content)
    {
        var (entries, damaged, offset) = (new List<JournalEntry>(), new List<int>(), 0);
        var parts = new SharedParts();
        while (offset < content.Length)
        {
            var length = content.AsSpan(offset).IndexOf((byte)'\n');
            if (length < 0)
                break;
            if (JournalLine.TryDecode(content.AsSpan(offset, length), out var entry))
                entries.Add(parts.Of(entry));
            else
                damaged.Add(entries.Count + damaged.Count + 1);
            offset += length + 1;
        }
        return (entries, damaged, offset);
    }

    /// <summary>Adds entries, all or none.</summary>
    /// <param name="entries">The entries.</param>
    /// <param name="flush">True when they must be on the disk when the call returns; otherwise they only outlive this process.</param>
    /// <exception cref="IOException">Disk full, or not writable.</exception>
    /// <exception cref="UnauthorizedAccessException">Not writable by this user.</exception>
    public void Append(IEnumerable<JournalEntry> entries, bool flush)
    {
        var isNew = !File.Exists(path);
        using (var file = OwnFile.OpenToWrite(path))
        {
            var end = RandomAccess.GetLength(file);
            try
            {
                RandomAccess.Write(file, Lines(entries), end);
                if (flush)
                    RandomAccess.FlushToDisk(file);
            }
            catch (IOException e)
            {
                RandomAccess.SetLength(file, end); // half an entry would damage the next one
                throw OwnFile.Failed(path, e);
            }
        }
        if (isNew)
            DurableFile.FlushDirectoryOf(path);
    }

    /// <summary>Replaces everything by these entries.</summary>
    public void Rewrite(IEnumerable<JournalEntry> entries) => DurableFile.ReplaceByParts(path, entries.Select(JournalLine.Encode));

    private static byte[] Lines(IEnumerable<JournalEntry> entries)
    {
        var lines = new MemoryStream();
        foreach (var entry in entries)
            lines.Write(JournalLine.Encode(entry));
        return lines.ToArray();
    }

    private byte[] Read()
    {
        try
        {
            return SharedFile.ReadAllBytes(path); // File.Exists reports a file in an inaccessible directory as missing
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"The journal {path} cannot be read: {e.Message} Nothing was changed.{HostWords.Here.WayOut(e)}",
                e
            );
        }
    }

    private void Truncate(int length)
    {
        try
        {
            using var file = OwnFile.OpenToWrite(path);
            RandomAccess.SetLength(file, length);
            RandomAccess.FlushToDisk(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"The journal {path} cannot be written: {e.Message} Nothing was changed.{HostWords.Here.WayOut(e)}",
                e
            );
        }
    }

    private StateUnusableException Damaged(int line) =>
        new(
            $"The journal {path} is damaged in line {line}: its checksum does not match. It holds the before-images of "
                + $"this host's {HostWords.Here.Target}s, so nothing is changed until it is repaired. Restore it from a backup. Or "
                + $"restore the {HostWords.Here.Target}s by hand with 'iwtune explain-rollback', which uses every other line, and move the "
                + "file away."
        );
}
