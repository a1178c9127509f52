using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>
/// Adds production connections up by the target that serves them. What it keeps is bounded, and what it tells are counts and distributions:
/// no address of a peer leaves the host.
/// </summary>
/// <param name="feed">Where they come from.</param>
/// <param name="clock">Dates what is told.</param>
public sealed class TrafficObserver(IConnectionFeed feed, TimeProvider clock)
{
    /// <summary>Targets that are added up at a time; the traffic of a host with more over others is not counted.</summary>
    private const int MostTargets = 256;

    /// <summary>Targets told at a time, those with most connections first.</summary>
    private const int MostTold = 64;

    /// <summary>Idle connections that have sent nothing stay fresh for many passes and count once.</summary>
    private const int MostFresh = 8192;

    /// <summary>How often it tells, when nothing is new.</summary>
    private static readonly TimeSpan Every = TimeSpan.FromMinutes(5);

    /// <summary>A changed window is told at once, but no more often than this.</summary>
    private static readonly TimeSpan AtMostEvery = TimeSpan.FromSeconds(30);

    /// <summary>So many fresh connections have to agree before a changed window is news.</summary>
    private const int Enough = 3;

    private readonly Dictionary<string, TargetTraffic> _traffic = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _told = new(StringComparer.Ordinal);
    private HashSet<ulong> _counted = [];
    private HashSet<ulong> _freshNow = [];
    private DateTimeOffset _since = clock.GetUtcNow();
    private bool _lost;

    /// <summary>One pass.</summary>
    /// <returns>What it cost.</returns>
    /// <exception cref="TunerUnavailableException">The kernel cannot be asked now.</exception>
    public TimeSpan Look()
    {
        var pass = feed.Read(Open, Closed, freshOnly: true);
        _lost |= pass.Lost;
        (_counted, _freshNow) = (_freshNow, _counted);
        _freshNow.Clear();
        return pass.Cost;
    }

    /// <summary>What was seen since it was last told, when it is time to tell; empty otherwise.</summary>
    public IReadOnlyList<Evidence> Due()
    {
        var now = clock.GetUtcNow();
        var age = now - _since;
        if (age < AtMostEvery || (age < Every && !_traffic.Any(IsNews)))
            return [];
        var told = new List<Evidence>();
        foreach (var (id, traffic) in _traffic.OrderByDescending(pair => pair.Value.Seen).Take(MostTold))
        {
            told.Add(traffic.ToEvidence(id, now, _lost));
            if (traffic.UsualWindow is { } window)
                _told[id] = window;
        }
        _traffic.Clear();
        if (_told.Count > MostTargets)
            _told.Clear();
        feed.ForgetTargets();
        _lost = false;
        _since = now;
        return told;
    }

    /// <summary>Routes changed: who is served by which is asked anew.</summary>
    public void RoutesChanged() => feed.ForgetTargets();

    private bool IsNews(KeyValuePair<string, TargetTraffic> seen) =>
        seen.Value is { Fresh: >= Enough, UsualWindow: { } window } && (!_told.TryGetValue(seen.Key, out var told) || told != window);

    private void Open(Connection connection)
    {
        if (!connection.IsFresh || _freshNow.Count >= MostFresh || !_freshNow.Add(connection.Id) || _counted.Contains(connection.Id))
            return;
        if (Serving(connection) is var (target, traffic))
            traffic.AddFresh(connection, target);
    }

    private void Closed(Connection connection)
    {
        if (Serving(connection) is var (target, traffic))
            traffic.AddClosed(connection, target);
    }

    private (ServingTarget Target, TargetTraffic Traffic)? Serving(Connection connection)
    {
        if (feed.TargetOf(connection) is not { IsOwn: false } target)
            return null;
        if (_traffic.TryGetValue(target.Id, out var traffic))
            return (target, traffic);
        if (_traffic.Count >= MostTargets)
            return null;
        _traffic.Add(target.Id, traffic = new TargetTraffic(_since));
        return (target, traffic);
    }
}
