using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Engine.RoundTrips;

/// <summary>The address of a destination.</summary>
public static class DestinationAddress
{
    /// <summary>The first that its name has.</summary>
    /// <returns><see langword="null"/> when the name does not resolve.</returns>
    public static async Task<IPEndPoint?> OfAsync(RttDestination destination, CancellationToken ct)
    {
        if (IPAddress.TryParse(destination.Host, out var literal))
            return new IPEndPoint(literal, destination.Port);
        try
        {
            return await Dns.GetHostAddressesAsync(destination.Host, ct) is [var first, ..]
                ? new IPEndPoint(first, destination.Port)
                : null;
        }
        catch (SocketException)
        {
            return null;
        }
    }
}
