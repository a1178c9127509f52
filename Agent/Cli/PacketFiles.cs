namespace IwTune.Agent.Cli;

/// <summary>The files of <c>--pcap</c>.</summary>
internal static class PacketFiles
{
    private const int BufferBytes = 64 << 10;

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
