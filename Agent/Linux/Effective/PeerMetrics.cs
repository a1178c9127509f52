using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Effective;

/// <summary>What the kernel remembers of a peer (generic netlink "tcp_metrics", include/uapi/linux/tcp_metrics.h).</summary>
internal static class PeerMetrics
{
    private const byte GetCommand = 1;
    private const ushort Ipv4 = 1;
    private const ushort Ipv6 = 2;
    private const ushort Values = 6;
    private const ushort Cwnd = 4; // TCP_METRIC_CWND is 3, and attributes are numbered from 1

    /// <returns>
    /// The remembered congestion window, segments; <see langword="null"/> when there is none, or the kernel cannot be asked.
    /// </returns>
    public static int? RememberedCwnd(IPAddress peer)
    {
        try
        {
            using var generic = NetlinkSocket.Open(NetlinkProtocol.Generic);
            if (GenericFamily.Find(generic, "tcp_metrics") is not { } family)
                return null;
            var request = GenericFamily
                .Header(GetCommand)
                .Attribute(peer.AddressFamily == AddressFamily.InterNetwork ? Ipv4 : Ipv6, peer.GetAddressBytes());
            var (answer, _) = generic.Get(
                $"reading the cached metrics of {peer}",
                request.ToMessage((MessageType)family.Number, RequestFlags.Request)
            );
            return answer is { } known ? Read(known.Body.Span[GenericFamily.HeaderLength..]) : null;
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            return null;
        }
    }

    /// <summary>Reads the congestion window out of the attributes of an answer.</summary>
    internal static int? Read(ReadOnlySpan<byte> attributes)
    {
        foreach (var attribute in new Attributes(attributes))
        {
            if (attribute.Type != Values)
                continue;
            foreach (var value in new Attributes(attribute.Payload))
            {
                if (value.Type == Cwnd && value.UInt32 > 0)
                    return (int)Math.Min(value.UInt32, int.MaxValue);
            }
        }
        return null;
    }
}
