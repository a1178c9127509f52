using IwTune.Agent.Engine.Settings;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>Measures how far away a TCP service is, by a few connections one after another that carry no data.</summary>
public interface IRoundTrips
{
    /// <summary>Measures once. A service that is not reached is a result, too.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    Task<RoundTripFacts> MeasureAsync(RttDestination destination, CancellationToken ct);
}
