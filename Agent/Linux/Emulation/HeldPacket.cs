namespace IwTune.Agent.Linux.Emulation;

/// <summary>A packet on its way.</summary>
internal sealed class HeldPacket
{
    /// <summary>Longest packet: the links carry at most an Ethernet frame's payload.</summary>
    public const int MaxBytes = 1500;

    private readonly byte[] _bytes = new byte[MaxBytes];
    private int _length;

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>While it waits, when it came; on the way, when it arrives. Stopwatch ticks.</summary>
    public long At { get; set; }

    public void Set(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_bytes);
        _length = bytes.Length;
    }
}
