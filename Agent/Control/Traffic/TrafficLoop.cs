using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Loops;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Traffic;

/// <summary>Observes what production connections get, adds it up, and reports it from time to time.</summary>
/// <param name="sight">Keeps what is seen.</param>
/// <param name="connections">Where they are seen; <see langword="null"/> where they cannot be.</param>
/// <param name="control">Knows which bundle is in force.</param>
/// <param name="sinks">Receive every connection at its end.</param>
/// <param name="telling">How often a sum is reported.</param>
/// <param name="asked">How often the server asks for it; <see langword="null"/> when it does not say.</param>
/// <param name="clock">Paces.</param>
/// <param name="log">Gets why nothing is observed.</param>
internal sealed class TrafficLoop(
    TrafficSight sight,
    IConnections? connections,
    HostControl control,
    IReadOnlyList<ISampleSink> sinks,
    ReportPace telling,
    Func<TimeSpan?> asked,
    TimeProvider clock,
    AgentLog log
) : IDaemonLoop, IDisposable
{
    private IConnectionFeed? _opened;

    /// <summary>As in <see cref="TrafficObserver.Apart"/>.</summary>
    public required Func<Connection, ServingTarget, bool> Apart { get; init; }

    /// <summary>Before a window is raised it must be known whether losses would be seen; the first look may come after that.</summary>
    public void Open()
    {
        try
        {
            _opened = connections?.Open();
            sight.Opened(_opened?.Lacking ?? "");
        }
        catch (Exception e) when (e is HostUnsupportedException or TunerUnavailableException)
        {
            sight.Failed(e.Message);
        }
    }

    public async Task RunAsync(CancellationToken ct)
    {
        while (connections is not null)
        {
            try
            {
                await ObserveAsync(connections, ct);
            }
            catch (HostUnsupportedException e)
            {
                log.Warn(sight.NeverSeen(e.Message));
                break;
            }
            catch (TunerUnavailableException e)
            {
                log.Warn($"What production connections get cannot be observed now: {e.Message} Trying again soon.");
            }
            await Task.Delay(SafetyNetLoop.Every, clock, ct);
        }
        await Task.Delay(Timeout.InfiniteTimeSpan, clock, ct);
    }

    public void Dispose() => _opened?.Dispose();

    private async Task ObserveAsync(IConnections from, CancellationToken ct)
    {
        using var feed = Interlocked.Exchange(ref _opened, null) ?? from.Open();
        sight.Opened(feed.Lacking);
        var observer = new TrafficObserver(feed, clock)
        {
            Sinks = sinks,
            Apart = Apart,
            Monitoring = sight.Monitoring,
            Telling = telling,
        };
        var (seen, under) = (control.Reports.Latest, control.WantedDigest);
        while (true)
        {
            if (!ReferenceEquals(seen, control.Reports.Latest))
                observer.RoutesChanged();
            seen = control.Reports.Latest;
            await Task.Delay(LookingBudget.Pause(sight.Look(observer)), clock, ct);
            observer.Wanted = asked();
            if (control.WantedDigest != under)
            {
                // What ended until now ended under the previous bundle. A server that compares hosts by their bundles must not count it
                // under the next.
                sight.Look(observer);
                await ReportAsync(observer.Cut, under, ct);
                under = control.WantedDigest;
            }
            await ReportAsync(observer.Due, under, ct);
        }
    }

    private async Task ReportAsync(Func<IReadOnlyList<Evidence>> take, string under, CancellationToken ct)
    {
        if (sight.Take(take) is { Count: > 0 } taken)
            await control.MeasuredAsync(taken, under, ct);
    }
}
