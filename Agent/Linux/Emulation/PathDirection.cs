namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// One direction of a path, as a function of time: a packet comes out when it is due. It decides by the instants at which events are due,
/// not by the time of a call, so that a late caller causes no other losses. Times are Stopwatch ticks.
/// </summary>
internal sealed class PathDirection
{
    /// <summary>How late a thread may wake on a machine that is at rest.</summary>
    private static readonly TimeSpan Late = TimeSpan.FromMilliseconds(0.2);

    private readonly PathWay _way;
    private readonly PathTap? _tap;
    private readonly SeededNumbers _numbers;
    private readonly Action<HeldPacket> _dropControlled;
    private readonly Queue<HeldPacket> _waiting = [];
    private readonly PacketsInFlight _underway = new();
    private readonly Stack<HeldPacket> _spare = [];
    private PathShape _shape;
    private PathShape? _nextShape;
    private ScriptedDrops _script;
    private CoDelState? _aqm;
    private long _linkFree;
    private long _linkTime;
    private long _lastArrival;
    private long _now;
    private long _carried;
    private long _scripted;
    private long _overflowed;
    private long _controlled;
    private int _queueHigh;

    public PathDirection(PathShape shape, PathWay way, ulong seed, PathTap? tap)
    {
        (_way, _tap) = (way, tap);
        _numbers = new SeededNumbers(seed);
        (_shape, _script, _aqm) = Parts(shape);
        _dropControlled = packet =>
        {
            Interlocked.Increment(ref _controlled);
            if (_tap is not null)
                Tell(PacketEvent.Lost, TcpSegment.Read(packet.Bytes), packet.Bytes, PathLoss.Controlled);
            _spare.Push(packet);
        };
    }

    /// <summary>What it did; readable from any thread.</summary>
    public PathCounters Counters =>
        new(
            Interlocked.Read(ref _carried),
            Interlocked.Read(ref _scripted),
            Interlocked.Read(ref _overflowed),
            Interlocked.Read(ref _controlled),
            Volatile.Read(ref _queueHigh)
        );

    /// <summary>
    /// Sets another shape for packets from now on, from any thread. Those on the path keep what they were given; the script counts anew.
    /// </summary>
    public void Become(PathShape shape) => Volatile.Write(ref _nextShape, shape);

    /// <summary>It holds as much as it ever does: let the sender's own queue fill.</summary>
    public bool Full => _waiting.Count + _underway.Count >= PathShape.MostPackets;

    /// <summary>When to call again; <see cref="long.MaxValue"/> when it holds nothing.</summary>
    public long NextEvent => Math.Min(_underway.NextArrival, _waiting.Count == 0 ? long.MaxValue : _linkFree);

    /// <summary>Puts a packet on the path.</summary>
    public void Offer(ReadOnlySpan<byte> packet, long now)
    {
        Advance(now);
        if (Interlocked.Exchange(ref _nextShape, null) is { } next)
            (_shape, _script, _aqm) = Parts(next);
        var segment = TcpSegment.Read(packet);
        var linkIsBusy = _shape.RateBitsPerSecond is not null && _linkFree > now;
        var loss =
            segment is { } tcp && _script.Loses(tcp) ? PathLoss.Scripted
            : linkIsBusy && _waiting.Count >= Room(now) ? PathLoss.Overflowed
            : PathLoss.None;
        Tell(PacketEvent.Sent, segment, packet, loss);
        if (loss != PathLoss.None)
        {
            Interlocked.Increment(ref loss == PathLoss.Scripted ? ref _scripted : ref _overflowed);
            Tell(PacketEvent.Lost, segment, packet, loss);
            return;
        }
        var held = _spare.TryPop(out var used) ? used : new HeldPacket();
        held.Set(packet);
        held.At = now;
        if (!linkIsBusy)
        {
            Transmit(held, now);
            return;
        }
        _waiting.Enqueue(held);
        if (_waiting.Count > _queueHigh)
            Volatile.Write(ref _queueHigh, _waiting.Count);
    }

    /// <summary>The next packet that has arrived by now. Good until it is given back.</summary>
    public HeldPacket? Take(long now)
    {
        Advance(now);
        if (_underway.NextArrival > now)
            return null;
        var packet = _underway.Take();
        Interlocked.Increment(ref _carried);
        if (_tap is not null)
            Tell(PacketEvent.Arrived, TcpSegment.Read(packet.Bytes), packet.Bytes, PathLoss.None);
        return packet;
    }

    public void GiveBack(HeldPacket packet) => _spare.Push(packet);

    /// <summary>
    /// Acknowledgements clock a sender: its packets come at the very instant one leaves the link, and their order would depend on how late
    /// a thread woke. The packet that leaves counts as first, as in <see cref="Shared.Model.SlowStartSimulator"/>.
    /// </summary>
    private int Room(long now) =>
        (_shape.QueuePackets ?? PathShape.MostPackets) + (_linkFree - now <= Math.Min(EmulationClock.Ticks(Late), _linkTime / 20) ? 1 : 0);

    private static (PathShape Shape, ScriptedDrops Script, CoDelState? Aqm) Parts(PathShape shape) =>
        (shape, new ScriptedDrops(shape.LostDataPackets), shape.Aqm is { } aqm ? new CoDelState(aqm) : null);

    private void Advance(long now)
    {
        while (_waiting.Count > 0 && _linkFree <= now)
        {
            _now = _linkFree;
            var next = _aqm is null ? _waiting.Dequeue() : _aqm.Take(_waiting, _linkFree, _dropControlled);
            if (next is not null)
                Transmit(next, _linkFree);
        }
        _now = now;
    }

    private void Transmit(HeldPacket packet, long start)
    {
        if (_shape.RateBitsPerSecond is { } rate)
        {
            _linkTime = EmulationClock.Ticks(packet.Bytes.Length * 8 / rate);
            start = _linkFree = start + _linkTime;
        }
        var arrives = start + EmulationClock.Ticks(_shape.Delay);
        if (_shape.Jitter > TimeSpan.Zero)
            arrives += (long)(_numbers.Next() * EmulationClock.Ticks(_shape.Jitter));
        arrives = Math.Max(arrives, _lastArrival);
        if (_shape.Reordering is { } order && _numbers.Next() < order.Share)
            packet.At = arrives + EmulationClock.Ticks(order.HeldBack);
        else
            packet.At = _lastArrival = arrives;
        _underway.Add(packet);
    }

    private void Tell(PacketEvent what, TcpSegment? segment, ReadOnlySpan<byte> bytes, PathLoss loss)
    {
        if (_tap is not null && segment is { } tcp)
            _tap(new PacketSeen(_now, _way, what, tcp, loss), bytes);
    }
}
