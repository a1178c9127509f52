using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Passive;

/// <summary>
/// Follows connections from their beginning until their first flight is over: they ended, sent more than one window, or existed for a while
/// without either. Connections that existed before the first pass are not new.
/// </summary>
/// <param name="feed">Where they come from.</param>
/// <param name="settle">How long to wait for one that neither ends nor sends much.</param>
/// <param name="clock">Dates them.</param>
public sealed class NewConnections(IConnectionFeed feed, TimeSpan settle, TimeProvider clock)
{
    /// <summary>
    /// The notification of an end comes a little after the connection is gone (sock_diag_broadcast_destroy is deferred work).
    /// </summary>
    private const int Patience = 4;

    private readonly Dictionary<ulong, Followed> _followed = [];
    private readonly List<ulong> _gone = [];
    private int _pass;

    /// <summary>True when the ends of some connections were lost in any pass.</summary>
    public bool Lost { get; private set; }

    /// <summary>One pass.</summary>
    /// <returns>Those whose first flight is over since the last pass.</returns>
    /// <exception cref="TunerUnavailableException">The kernel cannot be asked now.</exception>
    public IReadOnlyList<SeenConnection> Next()
    {
        var over = new List<SeenConnection>();
        _pass++;
        feed.ForgetTargets();
        Lost |= feed.Read(open => Follow(open, over), closed => End(closed, over)).Lost;
        // Gone for some passes without a notification of their end: it was lost, or the privilege to get it is missing.
        foreach (var (id, followed) in _followed)
        {
            if (_pass - followed.Pass < Patience)
                continue;
            _gone.Add(id);
            if (!followed.Told)
                over.Add(Seen(followed, closed: true));
        }
        foreach (var id in _gone)
            _followed.Remove(id);
        _gone.Clear();
        return over;
    }

    /// <summary>Those that are still followed, as they are now: for the end of a watch.</summary>
    public IReadOnlyList<SeenConnection> Rest() =>
        [.. _followed.Values.Where(followed => !followed.Told).Select(followed => Seen(followed, closed: false))];

    private void Follow(Connection open, List<SeenConnection> over)
    {
        if (!_followed.TryGetValue(open.Id, out var followed))
            _followed.Add(open.Id, followed = new Followed(open, clock.GetTimestamp()) { Told = _pass == 1 });
        followed.Pass = _pass;
        if (followed.Told)
            return;
        followed.Last = open;
        if (open.IsFresh)
            followed.Fresh = open;
        var flight = ConnectionFlight.Of(followed.Fresh, open, feed.TargetOf(open));
        if (open.BytesSent <= flight.Bytes && clock.GetElapsedTime(followed.Since) < settle)
            return;
        followed.Told = true;
        over.Add(Seen(followed, closed: false));
    }

    private void End(Connection closed, List<SeenConnection> over)
    {
        var known = _followed.Remove(closed.Id, out var followed);
        if (followed?.Told == true || (!known && _pass == 1))
            return;
        followed ??= new Followed(closed, clock.GetTimestamp());
        followed.Last = closed;
        over.Add(Seen(followed, closed: true));
    }

    private SeenConnection Seen(Followed followed, bool closed)
    {
        var target = feed.TargetOf(followed.Last);
        return new SeenConnection(
            clock.GetUtcNow(),
            followed.Fresh,
            followed.Last,
            target,
            ConnectionFlight.Of(followed.Fresh, followed.Last, target),
            closed
        );
    }

    private sealed class Followed(Connection first, long since)
    {
        public Connection? Fresh { get; set; }

        public Connection Last { get; set; } = first;

        public long Since { get; } = since;

        public int Pass { get; set; }

        public bool Told { get; set; }
    }
}
