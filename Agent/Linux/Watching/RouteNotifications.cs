using System.Net.Sockets;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Watching;

/// <summary>
/// The kernel's notifications about routes, rules, links, addresses and nexthop objects, without the changes of this process.
/// </summary>
internal sealed class RouteNotifications : IDisposable
{
    /// <summary>
    /// About a thousand changes at once; more are reported as one loss: the kernel counts 768 bytes and more for a notification.
    /// </summary>
    public const int BufferBytes = 1 << 20;

    private readonly byte[] _buffer = new byte[64 * 1024];
    private readonly Func<uint> _ownPort;
    private readonly ChangeAuthors _authors;
    private readonly LastAuthors _last;
    private readonly ChangeDescription _description = new();
    private readonly Socket _socket;

    /// <param name="ownPort">The port that this process writes from now; the kernel names the writer's port in every notification.</param>
    /// <param name="authors">Names the others.</param>
    /// <param name="last">Records who changed which route.</param>
    public RouteNotifications(Func<uint> ownPort, ChangeAuthors authors, LastAuthors last)
    {
        _ownPort = ownPort;
        _authors = authors;
        _last = last;
        using var netlink = NetlinkSocket.Open(
            NetlinkGroup.Link,
            NetlinkGroup.Ipv4Address,
            NetlinkGroup.Ipv4Route,
            NetlinkGroup.Ipv4Rule,
            NetlinkGroup.Ipv6Address,
            NetlinkGroup.Ipv6Route,
            NetlinkGroup.Ipv6Rule,
            NetlinkGroup.Nexthop
        );
        _socket = netlink.ToAsync(BufferBytes);
    }

    public void Dispose() => _socket.Dispose();

    /// <summary>Waits for the next changes of other writers: those of one datagram.</summary>
    public async ValueTask<IReadOnlyList<HostChanged>> NextAsync(CancellationToken ct)
    {
        while (true)
        {
            if (Read(await ReceiveAsync(ct)) is { Count: > 0 } changes)
                return changes;
        }
    }

    private async ValueTask<int> ReceiveAsync(CancellationToken ct)
    {
        try
        {
            return await _socket.ReceiveAsync(_buffer, ct);
        }
        catch (SocketException overrun) when (overrun.SocketErrorCode == SocketError.NoBufferSpaceAvailable)
        {
            Drain();
            return -1;
        }
    }

    /// <summary>
    /// The loss is reported before what still waits in the buffer. Until the buffer has been empty once, the kernel drops all further
    /// notifications without a new error (netlink_overrun, NETLINK_S_CONGESTED): only a later reading is sure to see everything.
    /// </summary>
    private void Drain()
    {
        while (_socket.Poll(0, SelectMode.SelectRead))
        {
            try
            {
                _socket.Receive(_buffer);
            }
            catch (SocketException overrun) when (overrun.SocketErrorCode == SocketError.NoBufferSpaceAvailable) { }
        }
    }

    private List<HostChanged> Read(int count)
    {
        var changes = new List<HostChanged>();
        if (count < 0)
            return [new HostChanged(HostChanged.Resync)];
        ReadOnlyMemory<byte> datagram = _buffer.AsMemory(0, count);
        try
        {
            while (NetlinkMessage.TryTake(ref datagram, out var message))
            {
                if (message.Port != _ownPort() && Change(message) is { } change)
                    changes.Add(change);
            }
        }
        catch (NetlinkFormatException)
        {
            changes.Add(new HostChanged(HostChanged.Resync));
        }
        return changes;
    }

    private HostChanged? Change(in NetlinkMessage message)
    {
        if (message.Type is not (MessageType.NewRoute or MessageType.DelRoute))
            return _description.Of(message) is { } what ? new HostChanged(what, _authors.Of(message, 0).ToString()) : null;
        var route = RouteMessage.Read(message.Body);
        if (ChangeDescription.OfRoute(message.Type, route) is not { } told)
            return null;
        var by = _authors.Of(message, route.Protocol);
        _last.Note(route.Key, by);
        return new HostChanged(told, by.ToString());
    }
}
