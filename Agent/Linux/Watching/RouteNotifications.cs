using System.Net.Sockets;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Watching;

/// <summary>What the kernel tells about routes, rules and links, without what this process did itself.</summary>
internal sealed class RouteNotifications : IDisposable
{
    public const string Resync = "resync";

    /// <summary>About 4,000 route changes; more at once are told as one loss.</summary>
    private const int BufferBytes = 1 << 20;

    private readonly byte[] _buffer = new byte[64 * 1024];
    private readonly Func<uint> _ownPort;
    private readonly Socket _socket;

    /// <param name="ownPort">The port that this process writes by now; the kernel names the writer's port in every notification.</param>
    public RouteNotifications(Func<uint> ownPort)
    {
        _ownPort = ownPort;
        using var netlink = NetlinkSocket.Open(
            NetlinkGroup.Link, NetlinkGroup.Ipv4Route, NetlinkGroup.Ipv4Rule, NetlinkGroup.Ipv6Route, NetlinkGroup.Ipv6Rule);
        _socket = netlink.ToAsync(BufferBytes);
    }

    public void Dispose() => _socket.Dispose();

    /// <summary>Waits for the next change that somebody else made.</summary>
    public async ValueTask<string> NextAsync(CancellationToken ct)
    {
        while (true)
        {
            if (Read(await ReceiveAsync(ct)) is { } change)
                return change;
        }
    }

    /// <summary>Takes everything that has arrived since as one change.</summary>
    public HostChanged Collect(string first)
    {
        var (last, more, lost) = (first, 0, first == Resync);
        while (_socket.Poll(0, SelectMode.SelectRead))
        {
            if (Read(Receive()) is not { } change)
                continue;
            lost |= change == Resync;
            more += change == last ? 0 : 1;
            last = change;
        }
        return new HostChanged(lost ? Resync : more == 0 ? first : $"{first} and {more} more");
    }

    private async ValueTask<int> ReceiveAsync(CancellationToken ct)
    {
        try
        {
            return await _socket.ReceiveAsync(_buffer, ct);
        }
        catch (SocketException overrun) when (overrun.SocketErrorCode == SocketError.NoBufferSpaceAvailable)
        {
            return -1;
        }
    }

    private int Receive()
    {
        try
        {
            return _socket.Receive(_buffer);
        }
        catch (SocketException overrun) when (overrun.SocketErrorCode == SocketError.NoBufferSpaceAvailable)
        {
            return -1;
        }
    }

    /// <returns>The first change in the datagram that is not our own; <see langword="null"/> when there is none.</returns>
    private string? Read(int count)
    {
        if (count < 0)
            return Resync;
        ReadOnlyMemory<byte> datagram = _buffer.AsMemory(0, count);
        try
        {
            while (NetlinkMessage.TryTake(ref datagram, out var message))
            {
                if (message.Port != _ownPort() && ChangeDescription.Of(message) is { } change)
                    return change;
            }
            return null;
        }
        catch (NetlinkFormatException)
        {
            return Resync;
        }
    }
}
