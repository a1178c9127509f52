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

    public static IReadOnlyList<LinkFinding> Read(NetlinkSocket netlink)
    {
        var links = new List<LinkFinding>();
        using var ethtool = OpenEthtool();
        foreach (var message in netlink.Dump("reading the interfaces", LinkMessage.DumpRequest()))
        {
            if (message.Type == MessageType.NewLink && LinkMessage.Read(message.Body.Span) is { IsLoopback: false } link)
                links.Add(Of(link, Qdisc(message.Body.Span), ethtool));
        }
        return links;
    }

    private static LinkFinding Of(LinkMessage link, string qdisc, Ethtool? ethtool)
    {
        var (speed, duplex) = ethtool?.Speed(link.Name) ?? default;
        return new LinkFinding
        {
            Name = link.Name,
            Mtu = link.Mtu,
            IsUp = link.IsUp,
            Qdisc = qdisc,
            Driver = ethtool?.Driver(link.Name) ?? "",
            Offloads = ethtool?.Offloads(link.Name) ?? [],
            Speed = speed,
            FullDuplex = duplex,
        };
    }

    private static string Qdisc(ReadOnlySpan<byte> link)
    {
        foreach (var attribute in new Attributes(link[HeaderLength..]))
        {
            if (attribute.Type == QdiscAttribute)
                return Encoding.ASCII.GetString(attribute.Payload).TrimEnd('\0');
        }
        return "";
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
