using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>The connections over one target as a <see cref="TrafficProfile"/>, while they come. Its room is bounded.</summary>
internal sealed class RunningProfile
{
    /// <summary>More congestion controls or segment sizes than this are noise.</summary>
    private const int MostNames = 8;

    /// <summary>Pairs of size and round-trip time that are reported; rarer ones are in the other distributions.</summary>
    private const int MostCells = 512;

    private readonly Histogram _bytes = new();
    private readonly Histogram _minRtt = new();
    private readonly Histogram _queueDelay = new();
    private readonly Histogram _deliveryRate = new();
    private readonly Histogram _peerWindow = new();
    private readonly Histogram _concurrency = new();
    private readonly Dictionary<int, long> _segmentSizes = [];
    private readonly Dictionary<string, long> _congestionControls = new(StringComparer.Ordinal);
    private readonly Dictionary<int, (long Connections, long Lost, long Busy)> _cells = [];
    private readonly Dictionary<(int Size, int Rtt), Dictionary<int, long>> _fetch = [];
    private long _connections,
        _judged,
        _lost,
        _segments,
        _again,
        _heldByBuffer,
        _heldByPeer,
        _marked;

    public void Add(ConnectionSample sample)
    {
        var connection = sample.Connection;
        _connections++;
        _judged += sample.FirstFlightLoss is null ? 0 : 1;
        _lost += sample.FirstFlightLoss == true ? 1 : 0;
        _segments += connection.DataSegments;
        _again += connection.DataSentAgain ?? connection.SentAgain;
        _heldByBuffer += connection.HeldBySendBuffer ? 1 : 0;
        _heldByPeer += connection.HeldByPeer ? 1 : 0;
        _marked += connection.Marked ? 1 : 0;
        _bytes.Add(connection.BytesSent);
        if (connection.DeliveryRate is { } rate && !connection.DeliveryHeldByApplication)
            _deliveryRate.Add(rate * 8 / 1000);
        if (connection.PeerWindow is { } window)
            _peerWindow.Add(window);
        if (connection.Concurrent is { } concurrent)
            _concurrency.Add(concurrent);
        Count(_segmentSizes, connection.Mss);
        if (connection.CongestionControl.Length > 0)
            Count(_congestionControls, connection.CongestionControl);
        if (connection.RttMicroseconds is not { } least)
            return;
        _minRtt.Add(least);
        AddCell(connection.BytesSent, least, sample.FirstFlightLoss == true, connection.BusyMicroseconds ?? 0);
        if (connection.BusyMicroseconds is { } busy && least >= FetchTimes.LeastRtt)
            AddFetch((FetchTimes.SizeOf(connection.BytesSent), FetchTimes.RttOf(least)), Histogram.Slot(busy));
        if (connection.SmoothedRttMicroseconds is { } smoothed)
            _queueDelay.Add(smoothed - least);
    }

    /// <returns><see langword="null"/> when nothing was added.</returns>
    public TrafficProfile? ToProfile() =>
        _connections == 0
            ? null
            : new TrafficProfile
            {
                Connections = _connections,
                Bytes = _bytes.Slots,
                MinRtt = _minRtt.Slots,
                QueueDelay = _queueDelay.Slots,
                DeliveryRate = _deliveryRate.Slots,
                PeerWindow = _peerWindow.Slots,
                Concurrency = _concurrency.Slots,
                SegmentSizes = new Dictionary<int, long>(_segmentSizes),
                Mss = TrafficSum.MostFrequent(_segmentSizes),
                Judged = _judged,
                FirstFlightLoss = _lost,
                Segments = _segments,
                SegmentsAgain = _again,
                HeldBySendBuffer = _heldByBuffer,
                HeldByPeer = _heldByPeer,
                Marked = _marked,
                CongestionControls = new Dictionary<string, long>(_congestionControls, StringComparer.Ordinal),
                Cells = Cells(),
                Fetch = Fetch(),
            };

    private void AddCell(long bytes, long rtt, bool lost, long busy)
    {
        var key = (Histogram.Slot(bytes) / TrafficCell.Slots << 16) | (Histogram.Slot(rtt) / TrafficCell.Slots);
        if (!_cells.TryGetValue(key, out var cell) && _cells.Count >= MostCells)
            return;
        _cells[key] = (cell.Connections + 1, cell.Lost + (lost ? 1 : 0), cell.Busy + busy);
    }

    private void AddFetch((int Size, int Rtt) kind, int slot)
    {
        if (!_fetch.TryGetValue(kind, out var slots))
            _fetch.Add(kind, slots = []);
        slots[slot] = slots.GetValueOrDefault(slot) + 1;
    }

    private List<FetchTimes> Fetch()
    {
        var classes = new List<FetchTimes>(_fetch.Count);
        foreach (var ((size, rtt), slots) in _fetch)
            classes.Add(new FetchTimes(size, rtt, new Dictionary<int, long>(slots)));
        classes.Sort((one, other) => (one.Size, one.Rtt).CompareTo((other.Size, other.Rtt)));
        return classes;
    }

    private List<TrafficCell> Cells()
    {
        var cells = new List<TrafficCell>(_cells.Count);
        foreach (var (key, cell) in _cells)
            cells.Add(new TrafficCell(key >> 16, key & 0xffff, cell.Connections, cell.Lost, cell.Busy));
        cells.Sort((one, other) => (one.Bytes, one.MinRtt).CompareTo((other.Bytes, other.MinRtt)));
        return cells;
    }

    private static void Count<T>(Dictionary<T, long> counts, T what)
        where T : notnull
    {
        if (counts.TryGetValue(what, out var count) || counts.Count < MostNames)
            counts[what] = count + 1;
    }
}
