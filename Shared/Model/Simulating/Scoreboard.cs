namespace IwTune.Shared.Model.Simulating;

/// <summary>The sender's knowledge of its segments: in flight, delivered, or lost by the rule of RFC 8985 §6.2.</summary>
internal sealed class Scoreboard
{
    private const int DupThresh = 3;
    private const double Instant = 1e-9;

    private readonly List<SentSegment> _segments;
    private SentSegment? _latest;
    private (double SentAt, long Packet) _latestSent = (-1, -1);
    private double _latestRtt;
    private int _delivered;

    public Scoreboard(Transfer transfer, int segments)
    {
        _segments = new List<SentSegment>(segments + 1);
        var left = transfer.SizeBytes;
        for (var i = 0; i < segments; i++)
        {
            _segments.Add(new SentSegment(i, (int)Math.Min(left, transfer.Mss)));
            left -= transfer.Mss;
        }
    }

    public SentSegment this[int index] => _segments[index];

    public int Count => _segments.Count;

    /// <summary>The first that is not known to be delivered.</summary>
    public int First { get; private set; }

    /// <summary>The first that was never sent.</summary>
    public int Next { get; private set; }

    /// <summary>Sent, not known to be delivered, not held for lost.</summary>
    public int InFlight { get; private set; }

    public int Outstanding => Next - First;

    /// <summary>Delivered while something before is missing.</summary>
    public int Selective => _delivered - First;

    /// <summary>Held for lost, and not retransmitted yet.</summary>
    public int Lost { get; private set; }

    /// <summary>A packet without payload that ends the stream.</summary>
    public void AddFin() => _segments.Add(new SentSegment(_segments.Count, 0));

    public void Sent(SentSegment segment, double now, long packet)
    {
        if (segment.Index == Next)
        {
            Next++;
            InFlight++;
        }
        else
        {
            segment.SentAgain = true;
            if (segment.Lost)
            {
                (segment.Lost, Lost) = (false, Lost - 1);
                InFlight++;
            }
        }
        (segment.SentAt, segment.Packet) = (now, packet);
    }

    /// <summary>The first that is held for lost.</summary>
    public SentSegment? FirstLost()
    {
        for (var i = First; Lost > 0 && i < Next; i++)
        {
            if (_segments[i].Lost)
                return _segments[i];
        }
        return null;
    }

    /// <summary>The last segment in flight: a probe sends it again.</summary>
    public SentSegment? LastInFlight()
    {
        for (var i = Next - 1; i >= First; i--)
        {
            if (!_segments[i].Delivered)
                return _segments[i];
        }
        return null;
    }

    /// <summary>Takes what an acknowledgement says.</summary>
    /// <param name="ack">What arrived.</param>
    /// <param name="now">Seconds.</param>
    /// <param name="leastRtt">
    /// Faster than this nothing comes back: the acknowledgement of a retransmission that is faster may be that of the original, and shows
    /// nothing about what was sent between them (RFC 8985 §6.2, step 2; tcp_rack_advance, net/ipv4/tcp_recovery.c).
    /// </param>
    /// <returns>How many segments it delivers, and the round-trip time that it measures, if any.</returns>
    public (int Delivered, double? Rtt) Learn(Acknowledgement ack, double now, double leastRtt)
    {
        var (delivered, rtt) = (0, default(double?));
        foreach (var index in ack.Arrived)
        {
            var segment = _segments[index];
            if (segment.Delivered)
                continue;
            segment.Delivered = true;
            delivered++;
            if (segment.Lost)
                (segment.Lost, Lost) = (false, Lost - 1);
            else
                InFlight--;
            // Karn: a segment that was sent twice measures nothing.
            if (!segment.SentAgain)
                rtt = now - segment.SentAt;
            var ambiguous = segment.SentAgain && now - segment.SentAt < leastRtt;
            if (!ambiguous && (segment.SentAt, segment.Packet).CompareTo(_latestSent) > 0)
                (_latest, _latestSent, _latestRtt) = (segment, (segment.SentAt, segment.Packet), now - segment.SentAt);
        }
        _delivered += delivered;
        while (First < Next && _segments[First].Delivered)
            First++;
        return (delivered, rtt);
    }

    /// <summary>Marks segments as lost that were sent so long before a delivered one that they must have arrived by now.</summary>
    /// <param name="now">Seconds.</param>
    /// <param name="leastRtt">Segments may be late by a quarter of it, unless three arrived after them or losses are known already.</param>
    /// <param name="recovering">Losses are known already.</param>
    /// <returns>How many are newly lost, and when the next one may be; <see langword="null"/> when none is waited for.</returns>
    public (int Lost, double? Next) FindLost(double now, double leastRtt, bool recovering)
    {
        if (_latest is null || (Selective == 0 && !recovering))
            return (0, null);
        var late = recovering || Selective >= DupThresh ? 0 : leastRtt / 4;
        var (lost, next) = (0, default(double?));
        for (var i = First; i < Next; i++)
        {
            var segment = _segments[i];
            if (segment.Delivered || segment.Lost || (segment.SentAt, segment.Packet).CompareTo(_latestSent) >= 0)
                continue;
            var due = segment.SentAt + _latestRtt + late;
            if (due <= now + Instant)
            {
                Lose(segment);
                lost++;
            }
            else if (next is null || due < next)
            {
                next = due;
            }
        }
        return (lost, next);
    }

    /// <summary>After a timeout no segment counts as in flight.</summary>
    public void LoseAll()
    {
        for (var i = First; i < Next; i++)
        {
            if (_segments[i] is { Delivered: false, Lost: false } segment)
                Lose(segment);
        }
    }

    private void Lose(SentSegment segment)
    {
        segment.Lost = true;
        Lost++;
        InFlight--;
    }
}
