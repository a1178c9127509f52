using System.Net;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Which transport filter covers a connection.</summary>
internal static class FilterChoice
{
    /// <summary>
    /// The most specific destination; of filters on ports alone the first. A filter for every connection is how the system expresses its
    /// default, and is skipped.
    /// </summary>
    public static TransportFilter? Of(IReadOnlyList<TransportFilter> filters, IPEndPoint? local, IPEndPoint remote) =>
        filters.Where(filter => !IsForAll(filter) && Meets(filter, local, remote)).MaxBy(filter => filter.Destination?.PrefixLength ?? -1);

    private static bool IsForAll(TransportFilter filter) =>
        filter.Destination is null && IsAny(filter.LocalPorts) && IsAny(filter.RemotePorts);

    private static bool Meets(TransportFilter filter, IPEndPoint? local, IPEndPoint remote) =>
        filter.Protocol.Equals("TCP", StringComparison.OrdinalIgnoreCase)
        && (
            filter.Destination is not { } prefix
            || (prefix.BaseAddress.AddressFamily == remote.AddressFamily && prefix.Contains(remote.Address))
        )
        && Within(filter.LocalPorts, local?.Port ?? 0)
        && Within(filter.RemotePorts, remote.Port);

    private static bool IsAny((ushort First, ushort Last)? ports) => ports is null or (0 or 1, ushort.MaxValue);

    private static bool Within((ushort First, ushort Last)? ports, int port) =>
        ports is not { } range || (port >= range.First && port <= range.Last);
}
