using System.Net;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.RoundTrips;

/// <summary>Round-trip times of TCP handshakes: one connection at a time, closed at once, no data. Needs no privilege.</summary>
/// <param name="connect">Opens one connection and measures how long it takes; the only part that differs between operating systems.</param>
/// <param name="clock">Paces them.</param>
public sealed class HandshakeTimes(Func<IPEndPoint, CancellationToken, Task<Handshake>> connect, TimeProvider clock) : IRoundTrips
{
    private const int Connections = 5;
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <inheritdoc/>
    public async Task<RoundTripFacts> MeasureAsync(RttDestination destination, CancellationToken ct)
    {
        var nothing = new RoundTripFacts { Destination = destination.ToString(), Lost = Connections };
        if (await DestinationAddress.OfAsync(destination, ct) is not { } address)
            return nothing;
        var times = await MeasureAsync(address, Connections, Pause, ct);
        return times.Microseconds.Count == 0
            ? nothing
            : new RoundTripFacts
            {
                Destination = destination.ToString(),
                Connections = times.Microseconds.Count,
                Lost = times.Lost,
                MinMicroseconds = times.Min,
                MedianMicroseconds = times.Median,
                P90Microseconds = times.P90,
            };
    }

    /// <inheritdoc/>
    public async Task<RoundTripSamples> MeasureAsync(IPEndPoint to, int count, TimeSpan pause, CancellationToken ct)
    {
        var (samples, lost, problem) = (new List<long>(), 0, "");
        HandshakeAnswer? answer = null;
        for (var i = 0; i < count; i++)
        {
            var began = clock.GetTimestamp();
            var handshake = await connect(to, ct);
            answer = handshake.Answer ?? answer;
            if (handshake.Counts)
                samples.Add(handshake.Microseconds!.Value);
            else
                (lost, problem) = (lost + 1, handshake.Problem.Length > 0 ? handshake.Problem : problem);
            if (i < count - 1 && pause - clock.GetElapsedTime(began) is var rest && rest > TimeSpan.Zero)
                await Task.Delay(rest, clock, ct);
        }
        return new RoundTripSamples(to, samples, lost, problem) { Answer = answer };
    }
}
