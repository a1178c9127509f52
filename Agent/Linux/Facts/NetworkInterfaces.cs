using System.Net.Sockets;
using IwTune.Agent.Linux.Netlink;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Facts;

/// <summary>The interfaces of the calling thread's network namespace, loopback apart.</summary>
internal static class NetworkInterfaces
{
    public static IReadOnlyList<NicFacts> Read()
    {
        try
        {
            using var netlink = NetlinkSocket.Open();
            using var ethtool = Ethtool.Open();
            var nics = new List<NicFacts>();
            foreach (var message in netlink.Dump("reading the interfaces", LinkMessage.DumpRequest()))
            {
                if (message.Type == MessageType.NewLink && LinkMessage.Read(message.Body.Span) is { IsLoopback: false } link)
                    nics.Add(new NicFacts(link.Name, link.Mtu, ethtool.Driver(link.Name), ethtool.Offloads(link.Name), link.IsUp));
            }
            return nics;
        }
        catch (Exception unreadable) when (unreadable is NetlinkException or NetlinkFormatException or SocketException)
        {
            return [];
        }
    }
}
