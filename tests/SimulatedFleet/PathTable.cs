namespace IwTune.SimulatedFleet;

/// <summary>The time of every response of a host over one path with every window, computed once.</summary>
internal sealed class PathTable
{
    private const int Windows = Choosers.Most + 1;
    private readonly SimulatedPath _path;
    private readonly double[,] _clean;
    private readonly int[,] _final;
    private readonly int[] _segments;
    private readonly Dictionary<int, (int Window, double Milliseconds)> _best = [];

    public PathTable(SimulatedPath path, long[] sizes)
    {
        _path = path;
        _clean = new double[sizes.Length, Windows];
        _final = new int[sizes.Length, Windows];
        _segments = [.. sizes.Select(bytes => (int)((bytes + SimulatedPath.Mss - 1) / SimulatedPath.Mss))];
        for (var size = 0; size < sizes.Length; size++)
        {
            for (var window = 1; window < Windows; window++)
            {
                var clean = path.Clean(sizes[size], window);
                _clean[size, window] = clean.Fetch.TotalMilliseconds;
                _final[size, window] = path.FinalWindow(window, clean.Rounds);
            }
        }
    }

    public SimulatedPath Path => _path;

    public int Segments(int size) => _segments[size];

    public int Flight(int size, int window) => Math.Min(window, _segments[size]);

    public int FinalWindow(int size, int window) => _final[size, window];

    /// <summary>Mean time of a response, ms, over all sizes.</summary>
    public double Mean(int window, int room)
    {
        var sum = 0.0;
        for (var size = 0; size < _segments.Length; size++)
            sum += _clean[size, window] + _path.Cost(Flight(size, window), room);
        return sum / _segments.Length;
    }

    /// <summary>The best window for a known path: the smallest of those with the least mean time.</summary>
    public (int Window, double Milliseconds) Best(int room)
    {
        if (_best.TryGetValue(room, out var known))
            return known;
        var best = (Window: 3, Milliseconds: Mean(3, room));
        for (var window = 4; window < Windows; window += 2)
        {
            if (Mean(window, room) is var mean && mean < best.Milliseconds - 1e-9)
                best = (window, mean);
        }
        return _best[room] = best;
    }
}
