using System.Net;
using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>
/// Which route serves a connection; the kernel is asked once for each pair of addresses. Rules that match marks, ports or users are not
/// followed: the kernel does not report those of a socket.
/// </summary>
internal sealed class ServingTargets : IDisposable
{
    /// <summary>Pairs that are remembered; a host with more peers asks again.</summary>
    private const int Most = 4096;

    private readonly Dictionary<Pair, ServingTarget?> _known = [];
    private readonly Dictionary<string, ServingTarget> _targets = new(StringComparer.Ordinal);
    private readonly Dictionary<int, LinkMessage> _interfaces = [];
    private NetlinkSocket? _netlink;

    public ServingTarget? Of(Connection connection)
    {
        var pair = new Pair(connection.Local.Address, connection.Remote.Address, connection.BoundInterface);
        if (_known.TryGetValue(pair, out var known))
            return known;
        if (_known.Count >= Most)
            _known.Clear();
        return _known[pair] = Ask(pair);
    }

    public void Forget()
    {
        _known.Clear();
        _targets.Clear();
        _interfaces.Clear();
    }

    public void Dispose() => _netlink?.Dispose();

    private ServingTarget? Ask(Pair pair)
    {
        try
        {
            var netlink = _netlink ??= NetlinkSocket.Open();
            var tried = $"asking which route serves {pair.Remote}";
            var (row, _) = netlink.Get(tried, RouteRequests.Lookup(pair.Remote, pair.Local, pair.Interface));
            // A socket may have an address that is not the host's own (transparent proxies); the address is then left out.
            row ??= netlink.Get(tried, RouteRequests.Lookup(pair.Remote, from: null, pair.Interface)).Answer;
            return row is { Type: MessageType.NewRoute } found ? Named(RouteMessage.Read(found.Body), netlink) : null;
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            _netlink?.Dispose();
            _netlink = null;
            return null;
        }
    }

    /// <summary>One object for one target, however many peers it serves.</summary>
    private ServingTarget Named(RouteMessage route, NetlinkSocket netlink)
    {
        // The table does not show it: without rules the kernel keeps both tables in one and reports main (net/ipv4/fib_trie.c,
        // fib_trie_unmerge).
        var own = route.Type == RouteNumbers.Local;
        var id = TargetName.Served(route, index => InterfaceName(index, netlink));
        id = own ? id.Replace(" main ", " local ", StringComparison.Ordinal) : id;
        ref var target = ref CollectionsMarshal.GetValueRefOrAddDefault(_targets, id, out _);
        return target ??= new ServingTarget(id, route.Window.InitCwnd, own)
        {
            OnLink =
                !own
                && route is { Gateway: null, NexthopId: 0, Nexthops.Count: 0 }
                && Link(route.OutInterface, netlink) is { HasNeighbours: true },
        };
    }

    private string InterfaceName(int index, NetlinkSocket netlink) => Link(index, netlink)?.Name ?? $"if{index}";

    private LinkMessage? Link(int index, NetlinkSocket netlink)
    {
        if (_interfaces.Count == 0)
        {
            foreach (var message in netlink.Dump("reading the interfaces", LinkMessage.DumpRequest()))
            {
                if (message.Type == MessageType.NewLink && LinkMessage.Read(message.Body.Span) is var link)
                    _interfaces[link.Index] = link;
            }
        }
        return _interfaces.GetValueOrDefault(index);
    }

    private sealed record Pair(IPAddress Local, IPAddress Remote, int Interface);
}
