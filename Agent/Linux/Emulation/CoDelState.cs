namespace IwTune.Agent.Linux.Emulation;

/// <summary>The control law of RFC 8289 §5: when which packet is dropped as it comes up for sending. Times are Stopwatch ticks.</summary>
internal sealed class CoDelState(CoDel settings)
{
    /// <summary>RFC 8289 §5.5: drops that began this many intervals ago say nothing about this queue.</summary>
    private const int Forgotten = 16;

    private readonly long _target = EmulationClock.Ticks(settings.Target);
    private readonly long _interval = EmulationClock.Ticks(settings.Interval);
    private long? _aboveSince;
    private long _nextDrop;
    private int _count;
    private int _lastCount;
    private bool _dropping;

    /// <summary>The next packet to send, after the drops that the law requires; <see langword="null"/> when none is left.</summary>
    /// <param name="waiting">The waiting packets, the oldest first.</param>
    /// <param name="now">When the link became free.</param>
    /// <param name="drop">Gets what is lost.</param>
    public HeldPacket? Take(Queue<HeldPacket> waiting, long now, Action<HeldPacket> drop)
    {
        var packet = Next(waiting, now, out var tooLong);
        if (_dropping)
        {
            _dropping = tooLong;
            while (_dropping && now >= _nextDrop)
            {
                drop(packet!);
                _count++;
                packet = Next(waiting, now, out tooLong);
                _dropping = tooLong;
                if (tooLong)
                    _nextDrop = Law(_nextDrop);
            }
        }
        else if (tooLong)
        {
            drop(packet!);
            packet = Next(waiting, now, out _);
            _dropping = true;
            // A queue that was above the target a moment ago starts at the rate that held it then.
            var delta = _count - _lastCount;
            _count = delta > 1 && now - _nextDrop < Forgotten * _interval ? delta : 1;
            _nextDrop = Law(now);
            _lastCount = _count;
        }
        return packet;
    }

    private long Law(long from) => from + (long)(_interval / Math.Sqrt(_count));

    private HeldPacket? Next(Queue<HeldPacket> waiting, long now, out bool tooLong)
    {
        tooLong = false;
        if (!waiting.TryDequeue(out var packet))
        {
            _aboveSince = null;
            return null;
        }
        // The last one is never too many: dropping it would idle the link.
        if (now - packet.At < _target || waiting.Count == 0)
            _aboveSince = null;
        else if (_aboveSince is not { } since)
            _aboveSince = now;
        else
            tooLong = now - since >= _interval;
        return packet;
    }
}
