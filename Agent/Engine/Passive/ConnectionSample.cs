using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Passive;

/// <summary>One production connection that ended after it sent data, judged.</summary>
/// <param name="At">When its end was seen.</param>
/// <param name="Connection">As it was at its end.</param>
/// <param name="Target">What served it.</param>
/// <param name="InitialSegments">The initial window it got: as seen before it sent data, else what its target gives, segments.</param>
/// <param name="FirstFlightLoss">Whether it lost some of its first flight; <see langword="null"/> when that is not known.</param>
/// <param name="ExceededWindow">
/// True when it sent more than its initial window, so that its final congestion window describes the path.
/// </param>
public sealed record ConnectionSample(
    DateTimeOffset At,
    Connection Connection,
    ServingTarget Target,
    int InitialSegments,
    bool? FirstFlightLoss,
    bool ExceededWindow
);
