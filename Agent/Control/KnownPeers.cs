using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Control;

/// <summary>
/// TCP services that a probe may connect to: the server, by every address its name has, and the destinations of round-trip measurements.
/// </summary>
public sealed class KnownPeers
{
    private volatile IReadOnlyList<IPEndPoint> _server = [],
        _named = [];

    /// <summary>The addresses as last resolved, the server's first.</summary>
    public IReadOnlyList<IPEndPoint> Peers => [.. _server.Concat(_named).Distinct()];

    /// <summary>Looks up the server's name. A name that does not resolve leaves the addresses unchanged.</summary>
    public async Task ResolveAsync(Uri server, CancellationToken ct)
    {
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(server.DnsSafeHost, ct);
            _server = [.. addresses.Select(address => new IPEndPoint(address, server.Port))];
        }
        catch (SocketException)
        {
            // The check-in fails for the same reason and reports it.
        }
    }

    /// <summary>Looks up the destinations that the administrator named; one that does not resolve is left out.</summary>
    public async Task ResolveAsync(IReadOnlyList<RttDestination> named, CancellationToken ct)
    {
        var found = new List<IPEndPoint>(named.Count);
        foreach (var destination in named)
        {
            if (await DestinationAddress.OfAsync(destination, ct) is { } address)
                found.Add(address);
        }
        _named = found;
    }

    /// <summary>No server any more.</summary>
    public void Clear() => _server = [];
}
