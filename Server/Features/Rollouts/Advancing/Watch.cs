using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>
/// The server's memory of one rollout between two evaluations. A cache: all of it can be read or observed again, as a restart does.
/// </summary>
internal sealed class Watch
{
    /// <summary>More time than this between two rounds does not count as observed: the process was stopped or starved.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    private readonly Dictionary<string, Track> _tracks;
    private readonly int[] _unheard;
    private long _stamp;
    private bool _settled;
    private long _ring,
        _begun;

    public Watch(RolloutRow row, IReadOnlyList<Track> tracks, Watch? before, TimeSpan poll)
    {
        Rules = row.ReadRules();
        Limits = SilenceLimits.Of(Rules, poll);
        Tally = new(Rules.Rings.Count);
        _unheard = new int[Rules.Rings.Count + 1];
        _tracks = tracks.ToDictionary(track => track.Id, StringComparer.Ordinal);
        foreach (var track in tracks)
        {
            Tally.Add(track.Ring, track.State);
            // Who is silent stays silent when a person presses a button.
            if (before is not null && before._tracks.TryGetValue(track.Id, out var known) && known.Told == track.Told)
                track.Continue(known);
            Count(track, wasUnheard: false);
        }
        if (before is not null)
            (_begun, Began) = (before._begun, before.Began);
        Version = row.Version;
    }

    public long Version { get; set; }

    public RolloutRules Rules { get; }

    public SilenceLimits Limits { get; }

    public Tally Tally { get; }

    public IReadOnlyCollection<Track> Tracks => _tracks.Values;

    /// <summary>When the ring began, or when it was first looked at here, by the monotonic clock.</summary>
    public long Began { get; private set; }

    /// <summary>Time the ring has been watched, stored or not.</summary>
    public double BakedMs { get; private set; }

    /// <summary>The last host of the ring has settled since the last look; what its gate said of open hosts is no longer so.</summary>
    public bool Settles { get; private set; }

    /// <summary>Whether the ring was observed at the last look (<see cref="IsObserved"/>); in other time it does not bake.</summary>
    public bool Observed { get; private set; }

    /// <summary>When the gate was judged last, by the monotonic clock.</summary>
    public long? Judged { get; set; }

    public RolloutGate? Gate { get; set; }

    /// <summary>Hosts of the ring were cut off too shortly ago to be compared with others.</summary>
    public bool Compares { get; set; }

    public Track? Find(string host) => _tracks.GetValueOrDefault(host);

    /// <summary>
    /// Counts the time since the last look when the ring was settled and observed then and is now. By the monotonic clock: the time of day
    /// may jump.
    /// </summary>
    public void Bake(RolloutRow row, bool settled, bool observed, TimeProvider clock)
    {
        var now = clock.GetTimestamp();
        if (_ring != row.Ring)
            (_ring, BakedMs, _settled, Judged, Gate) = (row.Ring, row.BakedMs, false, null, null);
        if (_begun != row.Ring)
            (_begun, Began) = (row.Ring, now);
        if (observed && Observed && settled && _settled && clock.GetElapsedTime(_stamp, now) is var passed && passed < Longest)
            BakedMs += passed.TotalMilliseconds;
        (_stamp, _settled, Settles, Observed) = (now, settled, settled && !_settled, observed);
    }

    public void Take(HostChange change)
    {
        var unheard = change.Host.Unheard;
        Tally.Move(change.Host.Ring, change.From, change.To.State);
        (change.Host.State, change.Host.Cause) = (change.To.State, change.To.Cause);
        Count(change.Host, unheard);
    }

    /// <summary>Takes note of a host's last check-in.</summary>
    public void Hear(Track track, Presence presence, TimeProvider clock, long now)
    {
        var unheard = track.Unheard;
        track.Hear(presence, Limits, clock, now);
        Count(track, unheard);
    }

    public void Admit(IEnumerable<Track> hosts, long stamp)
    {
        foreach (var host in hosts)
        {
            var unheard = host.Unheard;
            Tally.Move(host.Ring, host.State, RolloutHostState.Admitted);
            host.Admit(stamp);
            Count(host, unheard);
        }
    }

    /// <summary>Hosts of the ring that had the revision, and were not heard since this server started.</summary>
    public int Unheard(long ring) => _unheard[ring];

    // Beside the tally: every evaluation asks for it, and counting the hosts of a fleet each time would cost more than all else.
    private void Count(Track track, bool wasUnheard) => _unheard[track.Ring] += (track.Unheard ? 1 : 0) - (wasUnheard ? 1 : 0);

    /// <summary>The ring's hosts as its gate sees them.</summary>
    public RingHosts Hosts(int ring, TimeProvider clock, long now)
    {
        var (apply, verification, unconfirmed, drifted) = (0, 0, 0, 0);
        foreach (var track in _tracks.Values)
        {
            if (track.Ring != ring)
                continue;
            if (track.IsDrifted(clock, now))
                drifted++;
            else if (track.State != RolloutHostState.Failed)
                continue;
            else if (track.IsUnconfirmed)
                unconfirmed++;
            else if (track.Cause == HostOutcome.Verification)
                verification++;
            else
                apply++;
        }
        var unheard = Unheard(ring);
        return new(
            Tally.In(ring, RolloutHostState.Waiting) + Tally.In(ring, RolloutHostState.Admitted) + unheard,
            Tally.In(ring, RolloutHostState.Applied) - unheard,
            apply,
            verification,
            Tally.In(ring, RolloutHostState.Unreachable),
            unconfirmed,
            drifted
        );
    }

    /// <summary>
    /// Hosts of the ring that show how the revision does on them: each has the revision or could not set it, and has missed no check-in.
    /// </summary>
    public int Heard(long ring, TimeProvider clock, long now)
    {
        var heard = 0;
        foreach (var track in _tracks.Values)
        {
            if (track.Ring == ring && track.IsSettled && track.IsHeard(Limits, clock, now))
                heard++;
        }
        return heard;
    }

    /// <summary>Whether so many heard hosts speak for the ring: half of its hosts, or all but those that may fail.</summary>
    public bool IsObserved(int ring, int heard)
    {
        var all = Tally.In(ring);
        return heard > 0 && all - heard <= Math.Max(heard, HostInputs.Most(Rules, all));
    }
}
