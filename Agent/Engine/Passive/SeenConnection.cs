using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Passive;

/// <summary>A new connection whose first flight is over.</summary>
/// <param name="At">When that was found.</param>
/// <param name="Fresh">
/// The connection before it sent data; <see langword="null"/> when it was not seen then, and its window is its target's.
/// </param>
/// <param name="Last">The connection as last seen.</param>
/// <param name="Target">What serves it; <see langword="null"/> when nothing does any more.</param>
/// <param name="Flight">What is known of its first flight.</param>
/// <param name="Closed">True when its end was seen.</param>
public sealed record SeenConnection(
    DateTimeOffset At,
    Connection? Fresh,
    Connection Last,
    ServingTarget? Target,
    ConnectionFlight Flight,
    bool Closed
);
