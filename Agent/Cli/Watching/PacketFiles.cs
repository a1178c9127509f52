namespace IwTune.Agent.Cli.Watching;

/// <summary>The files of <c>--pcap</c>.</summary>
internal static class PacketFiles
{
    private const int BufferBytes = 64 << 10;

    /// <summary>Closes a file; what was kept for it may not fit any more.</summary>
    /// <param name="file">The file.</param>
    /// <param name="failure">Why writing ended before; empty when it did not.</param>
    /// <returns>Why packets are missing; empty when none are.</returns>
    public static string Close(FileStream file, string failure)
    {
        try
        {
            file.Dispose();
            return failure;
        }
        catch (IOException full)
        {
            return full.Message;
        }
    }

    /// <exception cref="UsageException">It cannot be written.</exception>
    public static FileStream Open(string name, FileMode mode)
    {
        try
        {
            return new FileStream(name, mode, FileAccess.Write, FileShare.Read, BufferBytes);
        }
        catch (Exception unwritable) when (unwritable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException(
                $"--pcap {name}: the file cannot be written ({unwritable.Message}). Nothing was measured.",
                unwritable
            );
        }
    }
}
