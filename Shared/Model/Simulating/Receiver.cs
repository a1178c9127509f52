namespace IwTune.Shared.Model.Simulating;

/// <summary>The end that gets the response.</summary>
internal sealed class Receiver(Agenda agenda, Record record, SimulatedConditions conditions, Transfer transfer, int segments)
{
    private readonly HashSet<int> _ahead = [];
    private readonly List<ReceivedBytes> _progress = [new(TimeSpan.Zero, 0)];
    private readonly double _back = transfer.Rtt.TotalSeconds / 2;
    private List<int> _untold = [];
    private int _next;
    private int _waiting;
    private int _round;
    private long _timer;

    public bool Complete => _next >= segments;

    /// <summary>The last flight that something needed came in.</summary>
    public int Rounds { get; private set; }

    public IReadOnlyList<ReceivedBytes> Progress => _progress;

    public void Take(int segment, int round)
    {
        record.Note(SimulatedEventKind.Arrived, segment, 0);
        _untold.Add(segment);
        _round = Math.Max(_round, round);
        var gap = _ahead.Count > 0;
        if (segment == _next)
        {
            Advance(round);
        }
        else
        {
            gap = true;
            if (segment > _next)
                _ahead.Add(segment);
        }
        // RFC 5681 §4.2: what is out of order, or fills a gap, is acknowledged at once.
        if (gap || ++_waiting >= conditions.AckEvery)
            Tell();
        else if (conditions.DelayedAck is { } wait)
            agenda.Note(agenda.Now + wait.TotalSeconds, new Due(DueKind.DelayedAck, ++_timer));
    }

    public void WaitedLongEnough(long timer)
    {
        if (timer == _timer && _waiting > 0)
            Tell();
    }

    private void Advance(int round)
    {
        do _next++;
        while (_ahead.Remove(_next));
        Rounds = Math.Max(Rounds, round);
        _progress.Add(new(TransferRules.Time(agenda.Now), Math.Min(transfer.SizeBytes, (long)Math.Min(_next, segments) * transfer.Mss)));
    }

    private void Tell()
    {
        agenda.Note(agenda.Now + _back, new Due(DueKind.Acknowledgement, 0, new(_next, _untold, _round)));
        _untold = [];
        (_waiting, _timer) = (0, _timer + 1);
    }
}
