namespace IwTune.Shared.Model.Simulating;

/// <summary>
/// How many segments may be on their way: slow start, Reno's growth after a loss, and RFC 6937 while losses are repaired.
/// </summary>
internal sealed class CongestionWindow(Transfer transfer, SimulatedConditions conditions)
{
    private long _threshold = transfer.SsThresh ?? long.MaxValue;
    private int _acknowledged;
    private int _before;
    private int _deliveredSince;
    private int _sentSince;
    private int _usedUntil = -1;
    private int _mostOut;
    private bool _full;

    /// <summary>Segments.</summary>
    public int Size { get; private set; } = transfer.InitCwnd;

    /// <summary>
    /// Where repair is done: when everything before this segment is acknowledged; <see langword="null"/> when nothing is repaired.
    /// </summary>
    public int? RepairedAt { get; private set; }

    private bool AfterTimeout { get; set; }

    public bool Recovering => RepairedAt is not null;

    /// <summary>Takes what was delivered; after <see cref="Scoreboard.FindLost"/>.</summary>
    /// <param name="board">What is on its way now.</param>
    /// <param name="delivered">Newly delivered segments.</param>
    /// <param name="advanced">The first missing one was among them.</param>
    /// <param name="lost">Newly lost segments.</param>
    public void Take(Scoreboard board, int delivered, bool advanced, int lost)
    {
        if (RepairedAt <= board.First)
            Repaired();
        if (lost > 0 && !Recovering)
            Enter(board.Next);
        if (Recovering && !AfterTimeout)
            Reduce(board, delivered, advanced && lost == 0);
        else if (advanced)
            Grow(delivered);
    }

    /// <summary>A timer found losses; no acknowledgement came with it.</summary>
    public void Found(Scoreboard board)
    {
        if (Recovering)
            return;
        Enter(board.Next);
        Reduce(board, 1, advanced: false);
    }

    public void TimedOut(int next)
    {
        if (!AfterTimeout)
            _threshold = Reduced();
        (Size, AfterTimeout, RepairedAt, _acknowledged) = (1, true, next, 0);
    }

    /// <summary>
    /// Something was sent, or there was nothing to send: whether the window is what held it back decides if it may grow (tcp_cwnd_validate,
    /// net/ipv4/tcp_output.c).
    /// </summary>
    public void Used(Scoreboard board)
    {
        var full = board.InFlight >= Size;
        if (board.First >= _usedUntil || full || (!_full && board.Outstanding > _mostOut))
            (_full, _mostOut, _usedUntil) = (full, board.Outstanding, board.Next);
    }

    public void Sent() => _sentSince++;

    private void Grow(int delivered)
    {
        if (Size < _threshold)
        {
            if (!_full && Size >= 2 * _mostOut)
                return;
            var wider = conditions.Growth == Growth.Packets ? 1 : delivered;
            if (!_full)
                wider = Math.Min(wider, 2 * _mostOut - Size);
            Size = (int)Math.Min(Size + wider, Math.Max(Size, _threshold));
        }
        else if (_full && (_acknowledged += delivered) >= Size)
        {
            (_acknowledged, Size) = (_acknowledged - Size, Size + 1);
        }
    }

    private void Enter(int next)
    {
        _threshold = Reduced();
        (RepairedAt, _before, _deliveredSince, _sentSince) = (next, Size, 0, 0);
    }

    // RFC 6937 §3, bounded by slow start; the first retransmission always goes.
    private void Reduce(Scoreboard board, int delivered, bool advanced)
    {
        if (delivered <= 0)
            return;
        _deliveredSince += delivered;
        var room = _threshold - board.InFlight;
        var send =
            room < 0
                ? (_threshold * _deliveredSince + _before - 1) / _before - _sentSince
                : Math.Min(room, Math.Max(_deliveredSince - _sentSince, delivered) + (advanced ? 1 : 0));
        Size = (int)Math.Max(1, board.InFlight + Math.Max(send, _sentSince == 0 ? 1 : 0));
    }

    private void Repaired()
    {
        if (!AfterTimeout)
            Size = (int)_threshold;
        (RepairedAt, AfterTimeout, _acknowledged) = (null, false, 0);
    }

    private long Reduced() => Math.Max(2, (long)(Size * conditions.Decrease));
}
