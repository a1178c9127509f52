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

    /// <summary>Where production connections are seen; <see langword="null"/> where they cannot be.</summary>
    public IConnections? Connections { get; init; }

    /// <summary>Reads the host's own counters; <see langword="null"/> where there are none.</summary>
    public Func<TcpCounts?>? Counters { get; init; }

    /// <summary>Who gets every production connection at its end.</summary>
    public IReadOnlyList<ISampleSink> Sinks { get; init; } = [];

    /// <summary>Whether the ends of production connections are looked at.</summary>
    public Monitoring Monitoring { get; init; }

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
        using var feed = connections.Open();
        var observer = new TrafficObserver(feed, _clock) { Sinks = [.. Sinks, _reconciler.Decisions], Monitoring = Monitoring };
        _passiveProblem = feed.Lacking;
        var seen = _enforcement.Latest;
        while (true)
        {
            if (!ReferenceEquals(seen, _enforcement.Latest))
                observer.RoutesChanged();
            seen = _enforcement.Latest;
            await Task.Delay(LookingBudget.Pause(Look(observer)), _clock, ct);
            if (Told(observer) is { Count: > 0 } evidence)
                await _enforcement.MeasuredAsync(evidence, ct);
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

    private IReadOnlyList<Evidence> Told(TrafficObserver observer)
    {
        lock (_looking)
        {
            var told = observer.Due();
            _traffic.Add(told);
            return told;
        }
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
