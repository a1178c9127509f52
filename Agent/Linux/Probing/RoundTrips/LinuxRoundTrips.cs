using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Probing.RoundTrips;

/// <summary>Five handshakes, one a second, with the first address that the system gives for the name.</summary>
/// <param name="clock">Paces them.</param>
public sealed class LinuxRoundTrips(TimeProvider clock) : IRoundTrips
{
    private const int Connections = 5;
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <inheritdoc/>
    public async Task<RoundTripFacts> MeasureAsync(RttDestination destination, CancellationToken ct)
    {
        var nothing = new RoundTripFacts { Destination = destination.ToString(), Lost = Connections };
        if (await AddressAsync(destination, ct) is not { } address)
            return nothing;
        var times = await new ConnectTimes(clock).MeasureAsync(address, Connections, Pause, ct);
        return times.Microseconds.Count == 0 ? nothing : new RoundTripFacts
        {
            Destination = destination.ToString(),
            Connections = times.Microseconds.Count,
            Lost = times.Lost,
            MinMicroseconds = times.Min,
            MedianMicroseconds = times.Median,
            P90Microseconds = times.P90,
        };
    }

    private static async Task<IPEndPoint?> AddressAsync(RttDestination destination, CancellationToken ct)
    {
        if (IPAddress.TryParse(destination.Host, out var literal))
            return new IPEndPoint(literal, destination.Port);
        try
        {
            return await Dns.GetHostAddressesAsync(destination.Host, ct) is [var first, ..] ? new IPEndPoint(first, destination.Port) : null;
        }
        catch (SocketException)
        {
            return null;
        }
    }
}
