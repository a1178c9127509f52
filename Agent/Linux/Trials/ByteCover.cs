namespace IwTune.Agent.Linux.Trials;

/// <summary>Which bytes have arrived, when some come late or twice.</summary>
internal sealed class ByteCover
{
    /// <summary>Disjoint and rising.</summary>
    private readonly List<(long From, long To)> _parts = [];

    /// <summary>The number of different bytes.</summary>
    public long Bytes { get; private set; }

    /// <summary>Adds the bytes from one position up to before another.</summary>
    public void Add(long from, long to)
    {
        if (to <= from)
            return;
        var at = 0;
        while (at < _parts.Count && _parts[at].To < from)
            at++;
        while (at < _parts.Count && _parts[at].From <= to)
        {
            (from, to) = (Math.Min(from, _parts[at].From), Math.Max(to, _parts[at].To));
            Bytes -= _parts[at].To - _parts[at].From;
            _parts.RemoveAt(at);
        }
        _parts.Insert(at, (from, to));
        Bytes += to - from;
    }
}
