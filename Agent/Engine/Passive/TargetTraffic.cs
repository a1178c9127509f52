using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>The production connections over one target since a time. Nothing of a single peer is kept.</summary>
internal sealed class TargetTraffic(DateTimeOffset since)
{
    /// <summary>More initial windows than this on one target are noise.</summary>
    private const int MostWindows = 8;

    private readonly Dictionary<int, long> _windows = [];
    private readonly Histogram _rtt = new();
    private readonly Histogram _finalCwnd = new();
    private readonly RunningProfile _profile = new();
    private long _fresh,
        _closed,
        _firstFlightOnly,
        _firstFlightLoss,
        _heldByPeer,
        _heldBySendBuffer;
    private int? _configured;

    public long Seen => _fresh + _closed;

    /// <summary>The initial window that most fresh connections had; <see langword="null"/> when none was seen.</summary>
    public int? UsualWindow => _windows.Count == 0 ? null : _windows.MaxBy(pair => pair.Value).Key;

    public long Fresh => _fresh;

    public void AddFresh(Connection connection, ServingTarget target)
    {
        _configured = target.InitCwnd;
        _fresh++;
        if (_windows.ContainsKey(connection.Cwnd) || _windows.Count < MostWindows)
            _windows[connection.Cwnd] = _windows.GetValueOrDefault(connection.Cwnd) + 1;
    }

    /// <summary>Adds a connection that ended.</summary>
    /// <param name="connection">As it was at its end.</param>
    /// <param name="target">What served it.</param>
    /// <param name="sample">The same, judged; <see langword="null"/> when it sent nothing.</param>
    public void AddClosed(Connection connection, ServingTarget target, ConnectionSample? sample)
    {
        _configured = target.InitCwnd;
        _closed++;
        if (connection.RttMicroseconds is { } rtt)
            _rtt.Add(rtt);
        if (sample is null)
            return;
        _profile.Add(sample);
        _finalCwnd.Add(connection.Cwnd);
        _heldByPeer += connection.HeldByPeer ? 1 : 0;
        _heldBySendBuffer += connection.HeldBySendBuffer ? 1 : 0;
        if (sample.ExceededWindow || sample.FirstFlightLoss is not { } lost)
            return;
        _firstFlightOnly++;
        _firstFlightLoss += lost ? 1 : 0;
    }

    public Evidence ToEvidence(string targetId, DateTimeOffset now, bool sampled) =>
        new()
        {
            TargetId = targetId,
            Method = EvidenceMethod.Passive,
            At = now,
            Conclusive = _fresh > 0,
            ConfiguredCwnd = _configured,
            InitialCwnd = UsualWindow,
            RttMicroseconds = _rtt.Percentile(0.5),
            Note = _fresh > 0 ? "" : "No connection was seen before it sent data, so the initial window they got is not known.",
            Passive = new PassiveFacts
            {
                Since = since,
                Closed = _closed,
                Fresh = _fresh,
                Windows = new Dictionary<int, long>(_windows),
                FirstFlightOnly = _firstFlightOnly,
                FirstFlightLoss = _firstFlightLoss,
                HeldByPeer = _heldByPeer,
                HeldBySendBuffer = _heldBySendBuffer,
                RttMedianMicroseconds = _rtt.Percentile(0.5),
                RttP90Microseconds = _rtt.Percentile(0.9),
                FinalCwndMedian = (int?)_finalCwnd.Percentile(0.5),
                FinalCwndP90 = (int?)_finalCwnd.Percentile(0.9),
                Profile = _profile.ToProfile(),
                Sampled = sampled,
            },
        };
}
