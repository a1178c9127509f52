using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>
/// The key by which the kernel looks a route up to replace it (fib_table_insert, fib6_add_rt2node). Several routes may share a key; then a
/// replace hits the first of them whatever its gateway, so such routes are never replaced.
/// </summary>
/// <param name="Family">AF_INET or AF_INET6.</param>
/// <param name="Table">Routing table.</param>
/// <param name="Destination">Address, as a number.</param>
/// <param name="DestinationLength">Prefix length.</param>
/// <param name="Source">IPv6 source prefix (subtrees).</param>
/// <param name="SourceLength">Its length.</param>
/// <param name="Tos">IPv4 only.</param>
/// <param name="Priority">The metric.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct RouteKey(
    byte Family,
    uint Table,
    UInt128 Destination,
    byte DestinationLength,
    UInt128 Source,
    byte SourceLength,
    byte Tos,
    uint Priority
);
