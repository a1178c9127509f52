namespace IwTune.Shared.Model.Simulating;

/// <summary>The end that sends the response.</summary>
internal sealed class Sender(Agenda agenda, Record record, SimulatedConditions conditions, Transfer transfer, int segments, Bottleneck link)
{
    private readonly Scoreboard _board = new(transfer, segments);
    private readonly CongestionWindow _window = new(transfer, conditions);

    // Beyond the headers of a segment, a SYN-ACK has the options for segment size and window scale (RFC 9293 §3.2, RFC 7323 §2.2).
    private const int SynAckOptions = 8;

    private readonly LossTimer _timer = new(agenda, transfer.Rtt + TimeSpan.FromSeconds(TransferRules.OnWire(transfer, SynAckOptions)));
    private readonly HashSet<long> _lost = [.. conditions.Lost];
    private readonly double _away = transfer.Rtt.TotalSeconds / 2;
    private long _packets;
    private int _round;
    private double _mayLeave;
    private bool _pacing;
    private bool _probed;
    private bool _written;

    public int RoundOf(int segment) => _board[segment].Round;

    /// <summary>The moment has come that pacing waited for.</summary>
    public void MayLeaveNow()
    {
        _pacing = false;
        Send();
    }

    /// <summary>Sends what the windows let through: what is lost first.</summary>
    private void Send()
    {
        var sent = SendAllowed();
        if (!_written)
        {
            _written = true;
            // A FIN joins the last segment unless that has left already.
            if (conditions.Closes && _board.Next == segments)
            {
                _board.AddFin();
                sent |= SendAllowed();
            }
        }
        if (sent && _timer.Kind is LossTimerKind.None or LossTimerKind.Probe)
            SetTimer();
    }

    public void Learn(Acknowledgement ack)
    {
        var first = _board.First;
        var (delivered, rtt) = _board.Learn(ack, agenda.Now, _timer.LeastRtt);
        if (rtt is { } measured)
            _timer.Measured(measured);
        _round = Math.Max(_round, ack.Round);
        var advanced = _board.First > first;
        if (advanced)
        {
            _probed = false;
            _timer.Advanced();
            record.Note(SimulatedEventKind.Acknowledged, _board.First, _window.Size);
        }
        var (lost, next) = _board.FindLost(agenda.Now, _timer.LeastRtt, _window.Recovering);
        _window.Take(_board, delivered, advanced, lost);
        if (next is { } at)
            _timer.AwaitLate(at);
        else if (advanced || _timer.Kind == LossTimerKind.Late)
            SetTimer();
        Send();
    }

    public void TimerFired(long setting)
    {
        if (!_timer.IsCurrent(setting))
            return;
        var kind = _timer.Kind;
        _timer.Stop();
        switch (kind)
        {
            case LossTimerKind.Late:
                if (_board.FindLost(agenda.Now, _timer.LeastRtt, _window.Recovering).Lost > 0)
                    _window.Found(_board);
                _timer.AwaitTimeout();
                Send();
                break;
            case LossTimerKind.Probe:
                Probe();
                break;
            default:
                record.Note(SimulatedEventKind.TimedOut, _board.First, _window.Size);
                _board.LoseAll();
                _window.TimedOut(_board.Next);
                _timer.Backoff();
                _timer.AwaitTimeout();
                Send();
                break;
        }
    }

    private void SetTimer()
    {
        if (_board.Outstanding == 0)
            _timer.Stop();
        else if (!_window.Recovering && !_probed && _board.Selective == 0)
            _timer.AwaitProbe(_board.Outstanding);
        else
            _timer.AwaitTimeout();
    }

    // RFC 8985 §7.3: something new if there is any, otherwise the last once more.
    private void Probe()
    {
        _probed = true;
        record.Note(SimulatedEventKind.Probed, _board.First, _window.Size);
        var allowed = _board.Outstanding < TransferRules.Bound(transfer, _round + 1);
        if (_board.Next < _board.Count && allowed)
            Put(_board[_board.Next]);
        else if (_board.LastInFlight() is { } last)
            Put(last);
        _timer.AwaitTimeout();
    }

    private bool SendAllowed()
    {
        var sent = false;
        while (_board.InFlight < _window.Size && Candidate() is { } segment && MayLeave())
        {
            Put(segment);
            sent = true;
        }
        _window.Used(_board);
        return sent;
    }

    private SentSegment? Candidate()
    {
        if (_board.Lost > 0)
            return _board.FirstLost();
        return _board.Next < _board.Count && _board.Outstanding < TransferRules.Bound(transfer, _round + 1) ? _board[_board.Next] : null;
    }

    // Pacing as in Linux: ten segments at once, then each a little after the previous one.
    private bool MayLeave()
    {
        if (transfer.PacingGain is null || agenda.Now >= _mayLeave - 1e-12)
            return true;
        if (!_pacing)
            agenda.Note(_mayLeave, new Due(DueKind.Pace, 0));
        _pacing = true;
        return false;
    }

    private void Put(SentSegment segment)
    {
        var again = segment.Index < _board.Next;
        _board.Sent(segment, agenda.Now, ++_packets);
        segment.Round = _round + 1;
        _window.Sent();
        if (transfer.PacingGain is { } gain && _packets >= Pacing.Unpaced)
            _mayLeave = Math.Max(agenda.Now, _mayLeave) + transfer.Rtt.TotalSeconds / (gain * _window.Size);
        record.Note(again ? SimulatedEventKind.Resent : SimulatedEventKind.Sent, segment.Index, _window.Size);
        if (link.Offer(agenda.Now, segment.Payload) is not { } left)
            record.Note(SimulatedEventKind.Overflowed, segment.Index, _window.Size, segment.Round);
        else if (_lost.Contains(_packets))
            record.Note(SimulatedEventKind.Lost, segment.Index, _window.Size);
        else
            agenda.Note(left + _away, new Due(DueKind.Arrival, segment.Index));
    }
}
