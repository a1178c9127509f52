using System.Net;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Tokens;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// Decides who may read the server's metrics, which count hosts: callers from loopback, the networks of <c>--monitor-from</c>, and
/// every user or API token that may see the whole fleet.
/// </summary>
internal sealed class MetricsAccess(ServerOptions options)
{
    private readonly IReadOnlyList<string> _networks = [.. options.MonitorFrom.Select(Proxies.Whole)];

    public bool MayRead(HttpContext context) =>
        context.User.Rights().Over(Permission.HostsRead).IsFleet
        || (context.Connection.RemoteIpAddress is { } address && (IsHere(context, address) || Networks.Hold(_networks, address)));

    /// <summary>
    /// A proxy on this machine comes from loopback, too, with calls of anyone. Those that <c>--proxy</c> names are not in the headers here.
    /// </summary>
    private static bool IsHere(HttpContext context, IPAddress address) =>
        IPAddress.IsLoopback(address) && !Proxies.Marks.Any(context.Request.Headers.ContainsKey);
}

/// <summary>Marks a call that only <see cref="MetricsAccess"/> may read.</summary>
internal sealed class MonitoringOnly;
