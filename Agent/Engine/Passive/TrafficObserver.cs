using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>
/// Adds production connections up by the target that serves them. Its memory is bounded, and it reports counts and distributions: no
/// address of a peer leaves the host.
/// </summary>
/// <param name="feed">Where they come from.</param>
/// <param name="clock">Dates the reports.</param>
public sealed class TrafficObserver(IConnectionFeed feed, TimeProvider clock)
{
    /// <summary>Targets that are added up at a time; traffic over further targets is not counted.</summary>
    private const int MostTargets = 256;

    /// <summary>Targets reported at a time, those with most connections first.</summary>
    private const int MostTold = 64;

    /// <summary>Idle connections that have sent nothing stay fresh for many passes and count once.</summary>
    private const int MostFresh = 8192;

    /// <summary>A server that asked more often would keep each host too busy.</summary>
    private static readonly TimeSpan Soonest = TimeSpan.FromSeconds(10);

    /// <summary>
    /// A reading of all connections takes the kernel milliseconds, however few there are (it walks its whole table). While none begins or
    /// ends, it is repeated only this often.
    /// </summary>
    private static readonly TimeSpan WholeWhenQuiet = TimeSpan.FromMinutes(1);

    /// <summary>Fresh connections that must agree before a changed window is reported.</summary>
    private const int Enough = 3;

    private readonly SeenWindows _windows = new();
    private readonly Dictionary<string, TargetTraffic> _traffic = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _told = new(StringComparer.Ordinal);
    private HashSet<ulong> _counted = [];
    private HashSet<ulong> _freshNow = [];
    private DateTimeOffset _since = clock.GetUtcNow();
    private long _wholeAt = clock.GetTimestamp();
    private bool _quiet;
    private bool _lost;

    /// <summary>Receive every connection at its end.</summary>
    public IReadOnlyList<ISampleSink> Sinks { get; init; } = [];

    /// <summary>
    /// Whether a connection over a target has a window that is not the target's, as in an experiment: it goes to the sinks and into no sum.
    /// </summary>
    public Func<Connection, ServingTarget, bool> Apart { get; init; } = (_, _) => false;

    /// <summary>How often it reports.</summary>
    public ReportPace Telling { get; init; } = ReportPace.Usual;

    /// <summary>Notified of every pass that could see the ends of connections.</summary>
    public Monitoring? Monitoring { get; init; }

    /// <summary>
    /// How often a server asks for reports; <see langword="null"/> when it does not say. No more often than every ten seconds, nor less
    /// than every five minutes.
    /// </summary>
    public TimeSpan? Wanted { get; set; }

    /// <summary>One pass.</summary>
    /// <returns>What it cost.</returns>
    /// <exception cref="TunerUnavailableException">The kernel cannot be asked now.</exception>
    public TimeSpan Look()
    {
        var seesEnds = feed.Lacking.Length == 0;
        var ends = TimeSpan.Zero;
        if (_quiet && seesEnds && clock.GetElapsedTime(_wholeAt) < WholeWhenQuiet)
        {
            var pass = feed.ReadEnds(Closed);
            ends = Passed(pass);
            _quiet &= !pass.Begun;
            Monitoring?.Looked();
            if (_quiet)
                return ends;
        }
        (_quiet, _wholeAt) = (true, clock.GetTimestamp());
        var whole = Passed(feed.Read(Open, Closed, freshOnly: true));
        if (seesEnds)
            Monitoring?.Looked();
        (_counted, _freshNow) = (_freshNow, _counted);
        _freshNow.Clear();
        return ends + whole;
    }

    /// <summary>What was seen since the last report, when a new one is due; empty otherwise.</summary>
    public IReadOnlyList<Evidence> Due()
    {
        var age = clock.GetUtcNow() - _since;
        var every =
            Wanted is not { } wanted || wanted > Telling.Every ? Telling.Every
            : wanted < Soonest ? Soonest
            : wanted;
        return age < every && (age < Telling.AtMostEvery || !_traffic.Any(IsNews)) ? [] : Cut();
    }

    /// <summary>What was seen since the last report, and begins a new one: from now on connections may be of another kind.</summary>
    public IReadOnlyList<Evidence> Cut()
    {
        var told = Running();
        foreach (var evidence in told)
        {
            if (evidence.InitialCwnd is { } window)
                _told[evidence.TargetId] = window;
        }
        _traffic.Clear();
        if (_told.Count > MostTargets)
            _told.Clear();
        feed.ForgetTargets();
        _lost = false;
        _since = clock.GetUtcNow();
        return told;
    }

    /// <summary>What was seen since the last report, whether a new one is due or not.</summary>
    public IReadOnlyList<Evidence> Running()
    {
        var now = clock.GetUtcNow();
        return
        [
            .. _traffic
                .OrderByDescending(pair => pair.Value.Seen)
                .Take(MostTold)
                .Select(pair => pair.Value.ToEvidence(pair.Key, now, _lost)),
        ];
    }

    /// <summary>Routes changed: which target serves a connection is looked up anew.</summary>
    public void RoutesChanged() => feed.ForgetTargets();

    private TimeSpan Passed(ConnectionPass pass)
    {
        if (pass.Lost)
        {
            _quiet = false;
            TellLost();
        }
        return pass.Cost;
    }

    private bool IsNews(KeyValuePair<string, TargetTraffic> seen) =>
        seen.Value is { Fresh: >= Enough, UsualWindow: { } window } && (!_told.TryGetValue(seen.Key, out var told) || told != window);

    private void Open(Connection connection)
    {
        if (!connection.IsFresh || _freshNow.Count >= MostFresh || !_freshNow.Add(connection.Id) || _counted.Contains(connection.Id))
            return;
        if (feed.TargetOf(connection) is not { IsOwn: false } target)
            return;
        _quiet = false;
        _windows.Add(connection.Id, connection.Cwnd);
        if (!Apart(connection, target))
            Over(target)?.AddFresh(connection, target);
    }

    private void Closed(Connection connection)
    {
        if (feed.TargetOf(connection) is not { IsOwn: false } target)
            return;
        _quiet = false;
        var apart = Apart(connection, target);
        var traffic = apart ? _traffic.GetValueOrDefault(target.Id) : Over(target);
        var sample = Judged(connection, target, traffic);
        if (!apart)
            traffic?.AddClosed(connection, target, sample);
        if (sample is null)
            return;
        foreach (var sink in Sinks)
            sink.Add(sample);
    }

    private ConnectionSample? Judged(Connection connection, ServingTarget target, TargetTraffic? traffic)
    {
        // A route without a window of its own: other connections over it may have shown the real window, which a program can decide.
        var segments = _windows.Take(connection.Id) ?? target.InitCwnd ?? traffic?.UsualWindow ?? InitialWindow.LinuxDefault;
        return connection.DataSegments == 0
            ? null
            : new ConnectionSample(
                clock.GetUtcNow(),
                connection,
                target,
                segments,
                FirstFlightLoss.Of(connection, segments),
                connection.BytesSent > (long)segments * connection.Mss
            );
    }

    private void TellLost()
    {
        _lost = true;
        foreach (var sink in Sinks)
            sink.Lost();
    }

    /// <returns><see langword="null"/> when there are too many targets to add this one.</returns>
    private TargetTraffic? Over(ServingTarget target)
    {
        if (_traffic.TryGetValue(target.Id, out var traffic))
            return traffic;
        if (_traffic.Count >= MostTargets)
            return null;
        _traffic.Add(target.Id, traffic = new TargetTraffic(_since));
        return traffic;
    }
}
