using System.Net;
using IwTune.Shared.Model;

namespace IwTune.Server.Features.Recommendations;

/// <summary>Who is at the other end of a target, by its name: <c>ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth1</c>.</summary>
internal static class TargetRole
{
    /// <summary>Every target that is not a route to a private network reaches the Internet, as far as a server can know.</summary>
    public static PathRole Of(string targetId) =>
        targetId.Split(' ') is ["ipv4" or "ipv6", _, var destination, ..] && IPNetwork.TryParse(destination, out var network)
            ? PathRoles.Of(network)
            : PathRole.Internet;
}
