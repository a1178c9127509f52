namespace IwTune.Agent.Windows.Programs;

/// <summary>What a program prints, byte for byte, up to a size that no normal run reaches.</summary>
internal sealed class CappedOutput
{
    /// <summary>Bytes. The longest capture has a thousand.</summary>
    public const int Most = 1 << 20;

    private readonly List<byte> _kept = [];

    /// <summary>What came so far.</summary>
    public byte[] Bytes
    {
        get
        {
            lock (_kept)
                return [.. _kept];
        }
    }

    /// <summary>Reads to the end.</summary>
    /// <exception cref="IOException">There is more than <see cref="Most"/>.</exception>
    public async Task ReadAsync(Stream from)
    {
        var chunk = new byte[4096];
        for (int read; (read = await from.ReadAsync(chunk)) > 0; )
        {
            if (_kept.Count + read > Most)
                throw new IOException($"it printed more than {Most / 1024} KiB");
            lock (_kept)
                _kept.AddRange(chunk.AsSpan(0, read));
        }
    }
}
