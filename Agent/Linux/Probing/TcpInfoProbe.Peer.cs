using System.Net;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Probing;

public sealed partial class TcpInfoProbe
{
    /// <summary>
    /// The first peer that exactly this row of the tables serves. A more specific route, a policy rule or the local table may take a
    /// connection elsewhere than its destination suggests, so the kernel is asked (RTM_GETROUTE with RTM_F_FIB_MATCH).
    /// </summary>
    /// <param name="target">The row; <see langword="null"/> for any that leads to a peer.</param>
    /// <param name="known">The peers to ask for.</param>
    /// <param name="unreachable">Gets the kernel's answer for those that no row serves.</param>
    private static (IPEndPoint Peer, RouteMessage Route)? FindPeer(
        RouteMessage? target,
        IReadOnlyList<IPEndPoint> known,
        List<string> unreachable
    )
    {
        foreach (var (peer, route, error) in Served(known))
        {
            if (route is not null && (target is null || IsSameRow(target, route)))
                return (peer, route);
            if (error is not null)
                unreachable.Add($"{peer.Address}: {error}");
        }
        return null;
    }

    /// <summary>The rows that serve the peers now, and the kernel's answers for peers that none serves.</summary>
    /// <returns>No rows, <see langword="null"/>, when the kernel cannot be asked.</returns>
    private static (List<(RouteMessage Row, IPNetwork To)>? Rows, List<string> Unreachable) Rows(IReadOnlyList<IPEndPoint> known)
    {
        try
        {
            var served = Served(known).ToList();
            return (
                [.. served.Select(one => one.Route).OfType<RouteMessage>().Select(row => (row, row.Destination))],
                [.. served.Where(one => one.Error is not null).Select(one => $"{one.Peer.Address}: {one.Error}")]
            );
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            return (null, []);
        }
    }

    private static IEnumerable<(IPEndPoint Peer, RouteMessage? Route, NetlinkError? Error)> Served(IReadOnlyList<IPEndPoint> known)
    {
        if (known.Count == 0)
            yield break;
        using var netlink = NetlinkSocket.Open();
        foreach (var peer in known.Select(Unmapped))
        {
            var (answer, error) = netlink.Get($"asking which route serves {peer.Address}", RouteRequests.Lookup(peer.Address));
            yield return (peer, answer is { } row ? RouteMessage.Read(row.Body) : null, error);
        }
    }

    /// <summary>True when the target is one of the rows, and when its bytes are no route: measuring it then says so.</summary>
    private static bool Serves(Target target, List<(RouteMessage Row, IPNetwork To)> rows)
    {
        RouteMessage? route = null;
        foreach (var (row, to) in rows)
        {
            // A host has thousands of routes and few peers: only those that lead to one are read.
            if (to != target.Destination)
                continue;
            try
            {
                if (IsSameRow(route ??= RouteMessage.Read(target.Raw), row))
                    return true;
            }
            catch (NetlinkFormatException)
            {
                return true;
            }
        }
        return false;
    }

    /// <summary>
    /// A shadow serves in the target's place. The next hops of an IPv6 group come back in another order, so only the key is compared.
    /// </summary>
    private static bool IsSameRow(RouteMessage target, RouteMessage row) =>
        (target.Key == row.Key && (target.Nexthops.Count > 0 || target.SameExceptWindow(row))) || row.IsShadowOf(target);

    /// <summary>The kernel uses the IPv4 route for an IPv4-mapped peer.</summary>
    private static IPEndPoint Unmapped(IPEndPoint peer) =>
        peer.Address.IsIPv4MappedToIPv6 ? new IPEndPoint(peer.Address.MapToIPv4(), peer.Port) : peer;

    private static string NoPeer(IReadOnlyList<IPEndPoint> known, List<string> unreachable)
    {
        if (known.Count == 0)
            return "There is no known peer to connect to; name a TCP port behind this route: 'iwtune verify --peer HOST:PORT'.";
        var why = unreachable.Count == 0 ? "" : $" ({string.Join("; ", unreachable)})";
        return $"None of the known peers, {string.Join(", ", known)}, is reached by this route{why}; name a TCP port behind it: 'iwtune "
            + "verify --peer HOST:PORT'.";
    }
}
