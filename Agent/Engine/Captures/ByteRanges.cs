namespace IwTune.Agent.Engine.Captures;

/// <summary>Which bytes were seen. At most a few ranges: with more holes than that, the smallest hole counts as seen.</summary>
internal sealed class ByteRanges
{
    private const int Most = 32;

    private readonly List<(long Start, long End)> _seen = [];

    /// <summary>Adds a range.</summary>
    /// <returns>How many of its bytes were seen before.</returns>
    public long Add(long start, long end)
    {
        var (again, from, to) = (0L, start, end);
        var at = 0;
        while (at < _seen.Count && _seen[at].End < start)
            at++;
        while (at < _seen.Count && _seen[at].Start <= end)
        {
            again += Math.Max(0, Math.Min(end, _seen[at].End) - Math.Max(start, _seen[at].Start));
            from = Math.Min(from, _seen[at].Start);
            to = Math.Max(to, _seen[at].End);
            _seen.RemoveAt(at);
        }
        _seen.Insert(at, (from, to));
        if (_seen.Count > Most)
            CloseSmallestHole();
        return again;
    }

    private void CloseSmallestHole()
    {
        var smallest = 0;
        for (var i = 1; i < _seen.Count - 1; i++)
            if (_seen[i + 1].Start - _seen[i].End < _seen[smallest + 1].Start - _seen[smallest].End)
                smallest = i;
        _seen[smallest] = (_seen[smallest].Start, _seen[smallest + 1].End);
        _seen.RemoveAt(smallest + 1);
    }
}
