using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control;

/// <summary>What production connections get, added up and told now and then.</summary>
public sealed partial class Daemon
{
    private string _passiveProblem = "";

    /// <summary>Where production connections are seen; <see langword="null"/> where they cannot be.</summary>
    public IConnections? Connections { get; init; }

    /// <summary>Who gets every production connection at its end.</summary>
    public IReadOnlyList<ISampleSink> Sinks { get; init; } = [];

    /// <summary>Whether the ends of production connections are looked at.</summary>
    public Monitoring Monitoring { get; init; }

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
            await Task.Delay(LookingBudget.Pause(observer.Look()), _clock, ct);
            if (observer.Due() is { Count: > 0 } evidence)
                await _enforcement.MeasuredAsync(evidence, ct);
        }
    }
}
