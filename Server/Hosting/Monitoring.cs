using System.Net;

namespace IwTune.Server.Hosting;

/// <summary>Who may read the server's own figures: this host, the networks that <c>--monitor-from</c> names, and whoever is signed in or shows a token.</summary>
internal sealed class Monitoring(ServerOptions options)
{
    private readonly IReadOnlyList<IPNetwork> _networks = [.. options.MonitorFrom.Select(network => IPNetwork.Parse(Proxies.Whole(network)))];

    public bool MayRead(HttpContext context)
    {
        if (context.User.Identity?.IsAuthenticated == true)
            return true;
        var address = context.Connection.RemoteIpAddress is { IsIPv4MappedToIPv6: true } mapped ? mapped.MapToIPv4() : context.Connection.RemoteIpAddress;
        return address is not null && (IPAddress.IsLoopback(address) || _networks.Any(network => network.Contains(address)));
    }
}

/// <summary>Marks a call that answers those alone who may monitor.</summary>
internal sealed class MonitoringOnly;
