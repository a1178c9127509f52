using System.Net;
using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Engine.Settings;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>Measures the round-trip time to a TCP service, by a few connections one after another that carry no data.</summary>
public interface IRoundTrips
{
    /// <summary>Measures once. A service that is not reached is a result, too.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    Task<RoundTripFacts> MeasureAsync(RttDestination destination, CancellationToken ct);

    /// <summary>Connects this many times.</summary>
    /// <param name="to">A TCP service.</param>
    /// <param name="count">How many connections, 1 or more.</param>
    /// <param name="pause">Between the beginnings of two connections, at least.</param>
    /// <param name="ct">Ends it.</param>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    Task<RoundTripSamples> MeasureAsync(IPEndPoint to, int count, TimeSpan pause, CancellationToken ct);
}
