using System.Globalization;
using System.Net;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>
/// The IPv6 routes that the kernel itself made from router advertisements. Netlink does not distinguish them from those of a daemon;
/// /proc/net/ipv6_route does: RTF_ADDRCONF. A rewrite through netlink loses that mark, and the kernel then no longer refreshes or withdraws
/// what the router announces.
/// </summary>
internal sealed class KernelRouterAdvertisement
{
    private const uint AddrConf = 0x40000;

    /// <summary>thread-self, not self: the network namespace belongs to the thread.</summary>
    private const string Path = "/proc/thread-self/net/ipv6_route";

    private readonly HashSet<string> _routes;

    private KernelRouterAdvertisement(HashSet<string> routes) => _routes = routes;

    /// <summary>Reads the kernel's list; empty where IPv6 is off.</summary>
    public static KernelRouterAdvertisement Read() => Parse(File.Exists(Path) ? File.ReadLines(Path) : []);

    /// <summary>
    /// Columns of fixed width: destination, length, source, length, next hop, metric, references, uses, flags; then the interface
    /// (net/ipv6/route.c, rt6_info_route). Most lines are skipped by their flags alone: there may be thousands.
    /// </summary>
    public static KernelRouterAdvertisement Parse(IEnumerable<string> lines)
    {
        const int flagsAt = 132,
            flagsLength = 8;
        var routes = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in lines)
        {
            if (
                line.Length <= flagsAt + flagsLength
                || !uint.TryParse(line.AsSpan(flagsAt, flagsLength), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var flags)
                || (flags & AddrConf) == 0
            )
                continue;
            var columns = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (columns.Length >= 10)
                routes.Add(string.Join(' ', columns[0], columns[1], columns[4], columns[5], columns[9]));
        }
        return new KernelRouterAdvertisement(routes);
    }

    /// <param name="route">An IPv6 route.</param>
    /// <param name="interfaceName">The name of the interface it leaves by.</param>
    public bool Made(RouteMessage route, string? interfaceName) =>
        _routes.Count > 0
        && _routes.Contains(
            $"{route.Key.Destination:x32} {route.Key.DestinationLength:x2} {Hex(route.Gateway)} {route.Key.Priority:x8} {interfaceName}"
        );

    private static string Hex(IPAddress? gateway) =>
        gateway is null ? new string('0', 32) : Convert.ToHexString(gateway.MapToIPv6().GetAddressBytes()).ToLowerInvariant();
}
