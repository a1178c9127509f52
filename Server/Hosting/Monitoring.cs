using System.Net;
using IwTune.Server.Features.Tokens;

namespace IwTune.Server.Hosting;

/// <summary>Decides who may read the server's metrics: this host, the networks of <c>--monitor-from</c>, and every signed-in user or API token.</summary>
internal sealed class Monitoring(ServerOptions options)
{
    private readonly IReadOnlyList<string> _networks = [.. options.MonitorFrom.Select(Proxies.Whole)];

    public bool MayRead(HttpContext context) =>
        context.User.Identity?.IsAuthenticated == true
        || (context.Connection.RemoteIpAddress is { } address && (IPAddress.IsLoopback(address) || Networks.Hold(_networks, address)));
}

/// <summary>Marks a call that only <see cref="Monitoring"/> may read.</summary>
internal sealed class MonitoringOnly;
