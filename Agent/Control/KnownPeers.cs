using System.Net;
using System.Net.Sockets;

namespace IwTune.Agent.Control;

/// <summary>TCP services that a probe may connect to: the server, by every address its name has.</summary>
public sealed class KnownPeers
{
    private volatile IReadOnlyList<IPEndPoint> _peers = [];

    /// <summary>The addresses as last resolved; empty without a server.</summary>
    public IReadOnlyList<IPEndPoint> Peers => _peers;

    /// <summary>Looks up the server's name. A name that does not resolve leaves the addresses unchanged.</summary>
    public async Task ResolveAsync(Uri server, CancellationToken ct)
    {
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(server.DnsSafeHost, ct);
            _peers = [.. addresses.Select(address => new IPEndPoint(address, server.Port))];
        }
        catch (SocketException)
        {
            // The check-in fails for the same reason and reports it.
        }
    }

    /// <summary>No server any more.</summary>
    public void Clear() => _peers = [];
}
