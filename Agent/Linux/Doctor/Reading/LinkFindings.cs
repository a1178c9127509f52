using System.Net.Sockets;
using System.Text;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Doctor.Reading;

/// <summary>The interfaces, loopback apart.</summary>
internal static class LinkFindings
{
    private const int HeaderLength = 16;
    private const ushort QdiscAttribute = 6; // IFLA_QDISC
    private const ushort QueueLengthAttribute = 13; // IFLA_TXQLEN

    public static IReadOnlyList<LinkFinding> Read(NetlinkSocket netlink)
    {
        var links = new List<LinkFinding>();
        using var ethtool = OpenEthtool();
        var queues = Queues(netlink);
        foreach (var message in netlink.Dump("reading the interfaces", LinkMessage.DumpRequest()))
        {
            if (message.Type == MessageType.NewLink && LinkMessage.Read(message.Body.Span) is { IsLoopback: false } link)
                links.Add(Of(link, message.Body.Span, queues.GetValueOrDefault(link.Index), ethtool));
        }
        return links;
    }

    private static LinkFinding Of(LinkMessage link, ReadOnlySpan<byte> raw, QdiscMessage queue, Ethtool? ethtool)
    {
        var (qdisc, length) = Queue(raw);
        var (speed, duplex) = ethtool?.Speed(link.Name) ?? default;
        return new LinkFinding
        {
            Name = link.Name,
            Mtu = link.Mtu,
            IsUp = link.IsUp,
            Qdisc = qdisc,
            QueueLength = length,
            QueuedPackets = queue.Packets,
            QueueDrops = queue.Drops,
            Driver = ethtool?.Driver(link.Name) ?? "",
            Offloads = ethtool?.Offloads(link.Name) ?? [],
            Speed = speed,
            FullDuplex = duplex,
        };
    }

    private static (string Qdisc, int Length) Queue(ReadOnlySpan<byte> link)
    {
        var (qdisc, length) = ("", 0);
        foreach (var attribute in new Attributes(link[HeaderLength..]))
        {
            if (attribute.Type == QdiscAttribute)
                qdisc = Encoding.ASCII.GetString(attribute.Payload).TrimEnd('\0');
            else if (attribute.Type == QueueLengthAttribute)
                length = (int)attribute.UInt32;
        }
        return (qdisc, length);
    }

    /// <summary>The interfaces' own queues, by index.</summary>
    private static Dictionary<int, QdiscMessage> Queues(NetlinkSocket netlink)
    {
        var queues = new Dictionary<int, QdiscMessage>();
        foreach (var message in netlink.Dump("reading the queueing disciplines", QdiscMessage.DumpRequest()))
        {
            if (message.Type == MessageType.NewQdisc && QdiscMessage.Read(message.Body.Span) is { IsRoot: true } queue)
                queues[queue.Interface] = queue;
        }
        return queues;
    }

    private static Ethtool? OpenEthtool()
    {
        try
        {
            return Ethtool.Open();
        }
        catch (SocketException)
        {
            return null; // a sandbox without AF_INET
        }
    }
}
