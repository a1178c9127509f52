namespace IwTune.Lab;

/// <summary>The packets on their way in one direction: a ring, because a constant delay keeps their order.</summary>
internal sealed class InFlight
{
    private const int Capacity = 4096;
    private readonly byte[][] packets = [.. Enumerable.Range(0, Capacity).Select(_ => new byte[TunDevice.MaxPacket])];
    private readonly int[] lengths = new int[Capacity];
    private readonly long[] due = new long[Capacity];
    private int first;
    private int count;

    public bool Full => count == Capacity;

    /// <summary>When the next one arrives, Stopwatch ticks; <see cref="long.MaxValue"/> when nothing is on its way.</summary>
    public long NextDue => count == 0 ? long.MaxValue : due[first];

    /// <summary>Where the next packet is to be read into, before <see cref="Add"/>.</summary>
    public Span<byte> Slot => packets[(first + count) % Capacity];

    public void Add(int length, long arrives)
    {
        var slot = (first + count) % Capacity;
        (lengths[slot], due[slot]) = (length, arrives);
        count++;
    }

    public ReadOnlySpan<byte> Take()
    {
        var packet = packets[first].AsSpan(0, lengths[first]);
        first = (first + 1) % Capacity;
        count--;
        return packet;
    }
}
