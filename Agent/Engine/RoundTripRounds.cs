using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Agent.Reporting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>
/// Measures the round-trip times to the destinations that the host's settings allow, one after another, in every round. Without
/// destinations nothing is sent.
/// </summary>
/// <param name="roundTrips">Measures one.</param>
/// <param name="settings">What is allowed now.</param>
/// <param name="clock">Paces the rounds.</param>
/// <param name="random">From 0 to 1: hosts that start together do not connect together.</param>
public sealed class RoundTripRounds(IRoundTrips roundTrips, Func<RttSettings> settings, TimeProvider clock, Func<double> random)
{
    private static readonly TimeSpan LongestStart = TimeSpan.FromSeconds(30);
    private readonly Signal _changed = new();

    /// <summary>Called with the destinations at the beginning of a round.</summary>
    public Func<IReadOnlyList<RttDestination>, CancellationToken, Task> Beginning { get; init; } = (_, _) => Task.CompletedTask;

    /// <summary>The settings were read again: those of the next round are used at once.</summary>
    public void SettingsChanged() => _changed.Set();

    /// <summary>Measures until cancelled.</summary>
    /// <param name="measured">Takes what was measured.</param>
    /// <param name="ct">Ends it.</param>
    public async Task RunAsync(Func<Evidence, Task> measured, CancellationToken ct)
    {
        await Task.Delay(LongestStart * random(), clock, ct);
        while (true)
        {
            var now = settings();
            await Beginning(now.Destinations, ct);
            foreach (var destination in now.Destinations)
                await measured(Evidence(await roundTrips.MeasureAsync(destination, ct)));
            await _changed.WaitAsync(now.Every, clock, ct);
        }
    }

    /// <summary>It says nothing about a window, and belongs to a destination rather than a route.</summary>
    private Evidence Evidence(RoundTripFacts facts) =>
        new()
        {
            TargetId = $"rtt {facts.Destination}",
            Method = EvidenceMethod.FreshConnection,
            At = clock.GetUtcNow(),
            Conclusive = false,
            RttMicroseconds = facts.MedianMicroseconds,
            Peer = facts.Destination,
            Note = facts.Connections > 0 ? "A round-trip time only." : $"{facts.Destination} was not reached.",
            RoundTrips = facts,
        };
}
