using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What production connections get, added up and told now and then.</summary>
public sealed partial class Daemon
{
    /// <summary>Counters of the whole host tell little; once an hour is enough.</summary>
    private static readonly TimeSpan CountEvery = TimeSpan.FromHours(1);

    private readonly object _looking = new();
    private readonly TrafficMemory _traffic;
    private TrafficObserver? _observer;
    private CounterWatch? _counted;
    private string _passiveProblem = "";
    private bool? _sack;

    /// <summary>Where production connections are seen; <see langword="null"/> where they cannot be.</summary>
    public IConnections? Connections { get; init; }

    /// <summary>Reads the host's own counters; <see langword="null"/> where there are none.</summary>
    public Func<TcpCounts?>? Counters { get; init; }

    /// <summary>Who gets every production connection at its end.</summary>
    public IReadOnlyList<ISampleSink> Sinks { get; init; } = [];

    /// <summary>Whether the ends of production connections are looked at.</summary>
    public Monitoring Monitoring { get; init; }

    private readonly SeenTraffic _seen;
    private readonly Lookout _lookout;
    private IConnectionFeed? _opened;

    /// <summary>What guardrails ask. A system that tells of no connections at all is not asked for what it cannot do; its risks are told with every plan.</summary>
    private HostSight See() => Connections is null ? HostSight.None : new HostSight
    {
        Blind = _lookout.Blind,
        FallsBack = _lookout.FallsBack,
        Traffic = _seen.Of,
        Sack = _sack,
    };

    /// <summary>Before anything is raised it must be known whether somebody could look; the first look itself may come after it.</summary>
    private void OpenConnections()
    {
        _sack = _facts.Read().Settings.TryGetValue("net.ipv4.tcp_sack", out var sack) ? sack != "0" : null;
        try
        {
            _opened = Connections?.Open();
            _lookout.Opened(_opened?.Lacking ?? "");
        }
        catch (Exception e) when (e is HostUnsupportedException or TunerUnavailableException)
        {
            _lookout.Failed(e.Message);
        }
    }

    private LocalReply Traffic()
    {
        lock (_looking)
        {
            return new LocalReply
            {
                Exit = ExitCode.Fine,
                Text = Connections is null ? "This system does not tell of connections that ended: only the host's own counters are known." : _passiveProblem,
                Evidence = [.. _traffic.All(_observer?.Running() ?? []), .. _counted?.Grown() is { } counted ? [counted] : Array.Empty<Evidence>()],
            };
        }
    }

    private async Task ObserveTrafficAsync(CancellationToken ct)
    {
        while (true)
        {
            try
            {
                if (Connections is not null)
                    await ObserveTrafficAsync(Connections, ct);
            }
            catch (HostUnsupportedException e)
            {
                _lookout.Failed(e.Message);
                _passiveProblem = $"What production connections get is not observed: {e.Message}";
                _log.Warn(_passiveProblem);
                await Task.Delay(Timeout.InfiniteTimeSpan, ct);
            }
            catch (TunerUnavailableException e)
            {
                _log.Warn($"What production connections get cannot be observed now: {e.Message} Trying again soon.");
            }
            await Task.Delay(Connections is null ? Timeout.InfiniteTimeSpan : SafetyNet, _clock, ct);
        }
    }

    private async Task ObserveTrafficAsync(IConnections connections, CancellationToken ct)
    {
        using var feed = Interlocked.Exchange(ref _opened, null) ?? connections.Open();
        _lookout.Opened(feed.Lacking);
        var observer = new TrafficObserver(feed, _clock)
        {
            Sinks = [.. Sinks, Experiments, new UndisturbedSink(_reconciler.Decisions, () => Experiments.Running.Length > 0)],
            Monitoring = Monitoring,
            Telling = Surroundings.Telling,
        };
        _passiveProblem = feed.Lacking;
        var (seen, under) = (_enforcement.Latest, _enforcement.WantedDigest);
        while (true)
        {
            if (!ReferenceEquals(seen, _enforcement.Latest))
                observer.RoutesChanged();
            seen = _enforcement.Latest;
            await Task.Delay(LookingBudget.Pause(Look(observer)), _clock, ct);
            observer.Wanted = _membership?.Shipper.TellEvery;
            if (_enforcement.WantedDigest != under)
            {
                // What ended until now ended under the bundle before. A server that compares hosts by their bundles must not find one in the other's.
                Look(observer);
                await TellAsync(observer.Cut, under, ct);
                under = _enforcement.WantedDigest;
            }
            await TellAsync(observer.Due, under, ct);
        }
    }

    private TimeSpan Look(TrafficObserver observer)
    {
        lock (_looking)
        {
            _observer = observer;
            return observer.Look();
        }
    }

    private async Task TellAsync(Func<IReadOnlyList<Evidence>> take, string under, CancellationToken ct)
    {
        IReadOnlyList<Evidence> told;
        lock (_looking)
        {
            told = take();
            _traffic.Add(told);
            _seen.Add(told);
        }
        if (told.Count > 0)
            await _enforcement.MeasuredAsync(told, ct, under);
    }

    private async Task CountTrafficAsync(CancellationToken ct)
    {
        while (true)
        {
            if (Counters is not null && Count(Counters) is { } counted)
                await _enforcement.MeasuredAsync([counted], ct);
            await Task.Delay(CountEvery, _clock, ct);
        }
    }

    private Evidence? Count(Func<TcpCounts?> counters)
    {
        lock (_looking)
            return (_counted ??= new CounterWatch(counters, _clock)).Next();
    }
}
