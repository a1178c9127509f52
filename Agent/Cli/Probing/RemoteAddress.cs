using System.Net;
using System.Net.Sockets;

namespace IwTune.Agent.Cli.Probing;

/// <summary>The address of a name, for verbs that measure another host.</summary>
internal static class RemoteAddress
{
    /// <returns>The address that the system prefers, or why there is none, as a sentence.</returns>
    public static async Task<(IPEndPoint? Found, string Problem)> ResolveAsync(DnsEndPoint host, int defaultPort, CancellationToken ct)
    {
        var port = host.Port == 0 ? defaultPort : host.Port;
        if (IPAddress.TryParse(host.Host, out var literal))
            return (new IPEndPoint(literal, port), "");
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(host.Host, ct);
            return addresses.Length > 0 ? (new IPEndPoint(addresses[0], port), "") : (null, $"{host.Host} has no address.");
        }
        catch (SocketException e)
        {
            return (null, $"{host.Host} has no address: {e.Message}. Is the name right, and does this host have a name server?");
        }
    }
}
