namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// The packets behind the narrow link, by their arrival: nearly always added at the end, moved up where some are held back.
/// </summary>
internal sealed class PacketsInFlight
{
    private HeldPacket[] _ring = new HeldPacket[256];
    private int _first;

    public int Count { get; private set; }

    /// <summary>When the next one arrives; <see cref="long.MaxValue"/> when none is on its way.</summary>
    public long NextArrival => Count == 0 ? long.MaxValue : _ring[_first].At;

    public void Add(HeldPacket packet)
    {
        if (Count == _ring.Length)
            Grow();
        var at = Count++;
        for (; at > 0 && _ring[Slot(at - 1)].At > packet.At; at--)
            _ring[Slot(at)] = _ring[Slot(at - 1)];
        _ring[Slot(at)] = packet;
    }

    public HeldPacket Take()
    {
        var packet = _ring[_first];
        _first = Slot(1);
        Count--;
        return packet;
    }

    private int Slot(int position) => (_first + position) & (_ring.Length - 1);

    private void Grow()
    {
        var larger = new HeldPacket[_ring.Length * 2];
        for (var i = 0; i < Count; i++)
            larger[i] = _ring[Slot(i)];
        (_ring, _first) = (larger, 0);
    }
}
