using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Traffic;

/// <summary>What is known of the host's production connections, and whether their losses would be seen now.</summary>
public sealed class TrafficSight
{
    /// <summary>After more than two intervals nothing is raised (RFC 6928 §12).</summary>
    private static readonly TimeSpan Blindness = 2 * Monitoring.Interval;

    private readonly object _looking = new();
    private readonly IConnections? _connections;
    private readonly Func<TimeSpan> _fallBackAfter;
    private readonly LossSight _lookout;
    private readonly TrafficMemory _memory;
    private readonly SeenTraffic _seen;
    private readonly CounterWatch? _counters;
    private readonly bool? _sack;
    private TrafficObserver? _observer;

    /// <summary>Over the host's connections, which nothing has looked at yet.</summary>
    /// <param name="host">The system.</param>
    /// <param name="fallBackAfter">How long without a look before windows fall back.</param>
    /// <param name="clock">Dates the looks.</param>
    public TrafficSight(DaemonHost host, Func<TimeSpan> fallBackAfter, TimeProvider clock)
    {
        _connections = host.Connections;
        _fallBackAfter = fallBackAfter;
        Monitoring = new Monitoring(clock);
        _lookout = new LossSight(Monitoring, fallBackAfter);
        _memory = new TrafficMemory(clock);
        _seen = new SeenTraffic(clock);
        _counters = host.Counters is { } counters ? new CounterWatch(counters, clock) : null;
        _sack = host.Facts.Read().Settings.TryGetValue("net.ipv4.tcp_sack", out var sack) ? sack != "0" : null;
    }

    /// <summary>Whether the ends of production connections are looked at.</summary>
    public Monitoring Monitoring { get; }

    /// <summary>Why production connections are not seen, as a sentence; empty when they are.</summary>
    public string Problem { get; private set; } = "";

    /// <summary>How well decisions of this host can be judged now.</summary>
    public Sight Now =>
        Monitoring.Blind is var blind && blind > _fallBackAfter() ? Sight.Gone
        : blind > Blindness ? Sight.Blind
        : Sight.Clear;

    /// <summary>Why no decision raises a window now, as a sentence; empty when one may.</summary>
    public string WhyNothingIsRaised =>
        Now == Sight.Clear ? ""
        : Problem.Length > 0 ? $"Nothing is raised: {Problem}"
        : $"Nothing is raised: connections were last seen to end {Monitoring.Blind.TotalMinutes:0} min ago.";

    /// <summary>Why an experiment would not see production connections, as sentences.</summary>
    public IEnumerable<string> Unseen =>
        _connections is null ? ["This system does not report the ends of connections."]
        : Problem.Length > 0 ? [Problem]
        : [];

    /// <summary>
    /// What guardrails need to know. A system that reports no connections at all is not judged by what it cannot do; its risks are in every
    /// plan.
    /// </summary>
    public HostSight OfHost() =>
        _connections is null
            ? HostSight.None
            : new HostSight
            {
                Blind = _lookout.Blind,
                FallsBack = _lookout.FallsBack,
                Traffic = _seen.Of,
                Sack = _sack,
            };

    /// <summary>The answer to <c>iwtune traffic</c>.</summary>
    public LocalReply Answer()
    {
        lock (_looking)
        {
            return new LocalReply
            {
                Exit = ExitCode.Fine,
                Text = _connections is null
                    ? "This system does not report connections that ended: only the host's own counters are known."
                    : Problem,
                Evidence =
                [
                    .. _memory.All(_observer?.Running() ?? []),
                    .. _counters?.Grown() is { } counted ? [counted] : Array.Empty<Evidence>(),
                ],
            };
        }
    }

    /// <summary>The connections can be looked at.</summary>
    /// <param name="lacking">What of them cannot be seen, as a sentence; mostly empty.</param>
    internal void Opened(string lacking) => _lookout.Opened(Problem = lacking);

    /// <summary>The connections cannot be looked at.</summary>
    internal void Failed(string why) => _lookout.Failed(why);

    /// <summary>They never can on this host.</summary>
    internal string NeverSeen(string why)
    {
        Failed(why);
        return Problem = $"What production connections get is not observed: {why}";
    }

    /// <summary>Looks at the connections once.</summary>
    /// <returns>How long the look took.</returns>
    internal TimeSpan Look(TrafficObserver observer)
    {
        lock (_looking)
        {
            _observer = observer;
            return observer.Look();
        }
    }

    /// <summary>Takes what was observed out of the observer, and remembers it.</summary>
    internal IReadOnlyList<Evidence> Take(Func<IReadOnlyList<Evidence>> take)
    {
        lock (_looking)
        {
            var taken = take();
            _memory.Add(taken);
            _seen.Add(taken);
            return taken;
        }
    }

    /// <summary>What the host's own counters grew by; <see langword="null"/> where there are none.</summary>
    internal Evidence? Count()
    {
        lock (_looking)
            return _counters?.Next();
    }
}
