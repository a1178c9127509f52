using System.Net;
using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>Sets up interfaces of the network namespace of this thread by rtnetlink.</summary>
public static class LinkSetup
{
    private const int LinkHeader = 16; // struct ifinfomsg
    private const int QdiscHeader = 20; // struct tcmsg
    private const int AddressHeader = 8; // struct ifaddrmsg
    private const ushort LinkMtu = 4; // IFLA_MTU
    private const ushort QdiscKind = 1; // TCA_KIND
    private const ushort QdiscOptions = 2; // TCA_OPTIONS; of pfifo, struct tc_fifo_qopt
    private const ushort LocalAddress = 2; // IFA_LOCAL
    private const ushort PeerAddress = 1; // IFA_ADDRESS
    private const byte WithoutDuplicateDetection = 0x02; // IFA_F_NODAD: no other host is on the link, and it would take a second
    private const uint Up = 1;
    private const uint Root = 0xffffffff; // TC_H_ROOT
    private const uint Limit = 1000; // packets; as txqueuelen of Ethernet

    /// <summary>Gives an interface an address; the kernel adds the route to its prefix.</summary>
    /// <exception cref="ArgumentException">There is no such interface.</exception>
    public static void AddAddress(string link, IPAddress address, byte prefixLength)
    {
        using var socket = NetlinkSocket.Open();
        var bytes = address.GetAddressBytes();
        Span<byte> header = stackalloc byte[AddressHeader];
        header.Clear();
        header[0] = bytes.Length == 4 ? RouteNumbers.Inet : RouteNumbers.Inet6;
        header[1] = prefixLength;
        header[2] = bytes.Length == 4 ? (byte)0 : WithoutDuplicateDetection;
        MemoryMarshal.Write(header[4..], IndexOf(socket, link));
        Change(
            socket,
            $"giving {link} the address {address}",
            new NetlinkWriter().Bytes(header).Attribute(LocalAddress, bytes).Attribute(PeerAddress, bytes),
            MessageType.NewAddress
        );
    }

    /// <summary>Brings the loopback interface up.</summary>
    public static void BringLoopbackUp()
    {
        using var socket = NetlinkSocket.Open();
        BringUp(socket, "lo", IndexOf(socket, "lo"), mtu: null);
    }

    internal static void BringUp(string link, int mtu)
    {
        using var socket = NetlinkSocket.Open();
        var index = IndexOf(socket, link);
        Span<byte> header = stackalloc byte[QdiscHeader];
        header.Clear();
        MemoryMarshal.Write(header[4..], index);
        MemoryMarshal.Write(header[12..], Root);
        var queue = new NetlinkWriter().Bytes(header).Attribute(QdiscKind, "pfifo\0"u8).UInt32(QdiscOptions, Limit);
        Change(socket, $"giving {link} a plain queue", queue, MessageType.NewQdisc, RequestFlags.Create | RequestFlags.Replace);
        BringUp(socket, link, index, mtu);
    }

    private static void BringUp(NetlinkSocket socket, string link, int index, int? mtu)
    {
        Span<byte> header = stackalloc byte[LinkHeader];
        header.Clear();
        MemoryMarshal.Write(header[4..], index);
        MemoryMarshal.Write(header[8..], Up);
        MemoryMarshal.Write(header[12..], Up);
        var request = new NetlinkWriter().Bytes(header);
        if (mtu is { } bytes)
            request.UInt32(LinkMtu, (uint)bytes);
        Change(socket, $"bringing {link} up", request, MessageType.NewLink);
    }

    private static void Change(
        NetlinkSocket socket,
        string tried,
        NetlinkWriter request,
        MessageType type,
        RequestFlags flags = RequestFlags.None
    )
    {
        if (socket.Change(tried, request.ToMessage(type, RequestFlags.Request | RequestFlags.Ack | flags)) is { } error)
            throw new NetlinkException(tried, error);
    }

    private static int IndexOf(NetlinkSocket socket, string name)
    {
        foreach (var answer in socket.Dump("reading the interfaces", LinkMessage.DumpRequest()))
        {
            if (answer.Type == MessageType.NewLink && LinkMessage.Read(answer.Body.Span) is { } link && link.Name == name)
                return link.Index;
        }
        throw new ArgumentException($"there is no interface {name} here", nameof(name));
    }
}
