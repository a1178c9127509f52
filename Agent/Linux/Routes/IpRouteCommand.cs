using System.Globalization;
using System.Net;
using System.Text;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Routes;

/// <summary>
/// A route as the command that sets it to these bytes, for people who work without the agent. <c>change</c> replaces metrics as a whole, so
/// every one is named; a comment names what <c>ip</c> cannot express.
/// </summary>
internal static class IpRouteCommand
{
    /// <summary>
    /// The command that removes this shadow alone, whatever its window is by then: no other program has its protocol. <c>ip</c> may know
    /// a protocol by number only.
    /// </summary>
    public static string DeleteShadow(RouteMessage shadow, Func<int, string> interfaceName) =>
        $"{Start("del", shadow, interfaceName)} proto {shadow.Protocol} metric {shadow.Key.Priority}";

    /// <summary>The command that removes this route alone: the kernel takes the first route that has everything which is named.</summary>
    public static string Delete(RouteMessage route, Func<int, string> interfaceName) =>
        Write("del", route, RouteMetrics.Selecting(route.Window), interfaceName);

    /// <summary>The route as it is, but with this window.</summary>
    public static string Change(RouteMessage route, Window window, Func<int, string> interfaceName) =>
        Write("change", route, window, interfaceName);

    /// <summary>The route with this window, made anew behind the other routes of its key.</summary>
    public static string Append(RouteMessage route, Window window, Func<int, string> interfaceName) =>
        Write("append", route, window, interfaceName);

    private static string Write(string verb, RouteMessage route, Window window, Func<int, string> interfaceName)
    {
        var words = Start(verb, route, interfaceName).Append($" proto {ProtocolName(route.Protocol)}");
        var unsaid = new List<string>();
        if (route.Key.Family == RouteNumbers.Inet)
            words.Append($" scope {ScopeName(route.Raw.Span[6])}");
        if (route.Key.Priority > 0)
            words.Append($" metric {route.Key.Priority}");
        foreach (var attribute in new Attributes(route.Raw.Span[RouteMessage.HeaderLength..]))
            AppendAttribute(words, attribute, unsaid);
        AppendWindow(words, window);
        if (route.ExpiresIn > 0)
            words.Append($" expires {route.ExpiresIn}");
        if (route.NexthopId == 0)
            AppendMultipath(words, route, interfaceName);
        if (unsaid.Count > 0)
            words.Append($" # without {string.Join(", ", unsaid)}, which ip cannot write");
        return words.ToString();
    }

    /// <summary>
    /// What identifies the route, apart from its metric. Without the family <c>ip</c> guesses it from the next hop, which may be of the
    /// other family.
    /// </summary>
    private static StringBuilder Start(string verb, RouteMessage route, Func<int, string> interfaceName)
    {
        var words = new StringBuilder(route.Key.Family == RouteNumbers.Inet6 ? "ip -6 route " : "ip -4 route ").Append(
            $"{verb} {TypeWord(route.Type)}"
        );
        words.Append(route.Key.DestinationLength == 0 ? "default" : route.Destination.ToString());
        if (route.Key.SourceLength > 0)
            words.Append($" from {route.Source}");
        if (route.Key.Tos > 0)
            words.Append($" tos 0x{route.Key.Tos:x2}");
        if (route.NexthopId != 0)
            words.Append($" nhid {route.NexthopId}");
        else if (route.Nexthops.Count == 0)
            AppendNexthop(words, route.Key.Family, route.Gateway, route.OutInterface, route.Flags, interfaceName);
        return words.Append($" table {route.Key.Table}");
    }

    private static void AppendAttribute(StringBuilder words, in Attributes.Attribute attribute, List<string> unsaid)
    {
        const ushort realms = 11,
            preference = 20,
            ttlPropagate = 26;
        switch (attribute.Type)
        {
            case (ushort)RouteAttribute.PreferredSource:
                words.Append($" src {new IPAddress(attribute.Payload)}");
                break;
            case (ushort)RouteAttribute.Metrics:
                AppendMetrics(words, attribute.Payload, unsaid);
                break;
            case realms:
                var (from, to) = (attribute.UInt32 >> 16, attribute.UInt32 & 0xffff);
                words.Append(from == 0 ? $" realms {to}" : $" realms {from}/{to}");
                break;
            case preference when attribute.Payload[0] != 0:
                words.Append(attribute.Payload[0] == 1 ? " pref high" : " pref low");
                break;
            case ttlPropagate or (ushort)RouteAttribute.Encap or (ushort)RouteAttribute.EncapType:
                unsaid.Add($"attribute {attribute.Type}");
                break;
            default:
                break; // part of the route's key, or state of the kernel's own
        }
    }

    /// <summary>
    /// RTN_* of linux/rtnetlink.h, as iproute2 spells them (lib/rt_names.c); without a type <c>ip</c> turns a route to this host into a
    /// route to another one.
    /// </summary>
    private static string TypeWord(byte type) =>
        type switch
        {
            2 => "local ",
            3 => "broadcast ",
            4 => "anycast ",
            5 => "multicast ",
            _ => "",
        };

    /// <summary>Without a scope <c>ip</c> guesses it from the next hop (iproute2, ip/iproute.c, iproute_modify).</summary>
    private static string ScopeName(byte scope) =>
        scope switch
        {
            0 => "global",
            253 => "link",
            254 => "host",
            _ => scope.ToString(CultureInfo.InvariantCulture),
        };

    /// <summary>The names that every <c>ip</c> has; others are in a file that differs between distributions.</summary>
    private static string ProtocolName(byte protocol) =>
        protocol is RouteProtocol.Kernel or RouteProtocol.Boot or RouteProtocol.Static or RouteProtocol.RouterAdvertisement
            ? RouteProtocol.Name(protocol)
            : protocol.ToString(CultureInfo.InvariantCulture);

    private static void AppendWindow(StringBuilder words, Window window)
    {
        if (window.InitCwnd is { } cwnd)
            words.Append($" initcwnd {cwnd}");
        if (window.InitRwnd is { } rwnd)
            words.Append($" initrwnd {rwnd}");
    }

    private static void AppendMetrics(StringBuilder words, ReadOnlySpan<byte> nest, List<string> unsaid)
    {
        const ushort lockBits = 1,
            features = 12,
            minimumTimeout = 13,
            congestion = 16;
        var locked = 0u;
        foreach (var metric in new Attributes(nest))
        {
            if (metric.Type == lockBits)
                locked = metric.UInt32;
        }
        foreach (var metric in new Attributes(nest))
        {
            if (metric.Type == lockBits || metric.Metric is RouteMetric.InitCwnd or RouteMetric.InitRwnd)
                continue;
            // ip locks rto_min by itself and does not accept the word.
            var isLocked = metric.Type != minimumTimeout && (locked >> metric.Type & 1) != 0 ? "lock " : "";
            if (metric.Type == congestion)
                words.Append($" congctl {isLocked}{Encoding.ASCII.GetString(metric.Payload).TrimEnd('\0')}");
            else if (metric.Type == features && metric.UInt32 == 1)
                words.Append(" features ecn");
            else if (MetricName(metric.Type) is { } name)
                words.Append($" {name} {isLocked}{Value(metric.Type, metric.UInt32)}");
            else
                unsaid.Add($"metric {metric.Type}");
        }
    }

    /// <summary>RTAX_* as iproute2 spells them (ip/iproute.c, mx_names).</summary>
    private static string? MetricName(ushort metric) =>
        metric switch
        {
            2 => "mtu",
            3 => "window",
            4 => "rtt",
            5 => "rttvar",
            6 => "ssthresh",
            7 => "cwnd",
            8 => "advmss",
            9 => "reordering",
            10 => "hoplimit",
            13 => "rto_min",
            15 => "quickack",
            17 => "fastopen_no_cookie",
            _ => null,
        };

    /// <summary>Times are kept in milliseconds; rtt in eighths, rttvar in quarters of them (tcp_metrics.c).</summary>
    private static string Value(ushort metric, uint value) =>
        metric switch
        {
            4 => string.Create(CultureInfo.InvariantCulture, $"{value / 8.0}ms"),
            5 => string.Create(CultureInfo.InvariantCulture, $"{value / 4.0}ms"),
            13 => $"{value}ms",
            _ => value.ToString(CultureInfo.InvariantCulture),
        };

    private static void AppendMultipath(StringBuilder words, RouteMessage route, Func<int, string> interfaceName)
    {
        foreach (var attribute in new Attributes(route.Raw.Span[RouteMessage.HeaderLength..]))
        {
            if (attribute.Route != RouteAttribute.Multipath)
                continue;
            var legs = attribute.Payload;
            foreach (var nexthop in route.Nexthops)
            {
                var length = Nexthop.LengthOf(legs);
                words.Append(" nexthop");
                AppendNexthop(words, route.Key.Family, nexthop.Gateway, nexthop.Interface, (RouteFlags)legs[2], interfaceName);
                words.Append($" weight {nexthop.Weight}");
                legs = legs[Math.Min((length + 3) & ~3, legs.Length)..];
            }
        }
    }

    private static void AppendNexthop(
        StringBuilder words,
        byte family,
        IPAddress? gateway,
        int outInterface,
        RouteFlags flags,
        Func<int, string> interfaceName
    )
    {
        if (gateway is not null)
            words.Append(
                family == RouteNumbers.Inet && gateway.AddressFamily == System.Net.Sockets.AddressFamily.InterNetworkV6
                    ? $" via inet6 {gateway}"
                    : $" via {gateway}"
            );
        if (outInterface != 0)
            words.Append($" dev {ShellWord.Quote(interfaceName(outInterface))}");
        if (flags.HasFlag(RouteFlags.OnLink))
            words.Append(" onlink");
    }
}
