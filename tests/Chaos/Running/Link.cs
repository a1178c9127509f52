using System.Net;
using System.Net.Sockets;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos.Running;

/// <summary>The only way from the agents to the server: carries TCP connections, or breaks them.</summary>
internal sealed class Link : IDisposable
{
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(400);

    private readonly NetNamespace space;
    private readonly IPEndPoint server;
    private readonly Socket listener;
    private readonly HashSet<Socket> open = [];
    private volatile LinkState state;

    private Link(NetNamespace space, IPEndPoint server, Socket listener) =>
        (this.space, this.server, this.listener) = (space, server, listener);

    /// <summary>What it does now. A change breaks the connections of the state before.</summary>
    public LinkState State
    {
        get => state;
        set
        {
            state = value;
            if (value != LinkState.Silent)
                ResetAll();
        }
    }

    /// <summary>Listens in a namespace.</summary>
    public static Link Open(NetNamespace space, IPEndPoint address, IPEndPoint server)
    {
        var listener = space.Run(() => new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp));
        listener.Bind(address);
        listener.Listen();
        var link = new Link(space, server, listener);
        _ = Task.Run(link.AcceptAsync);
        return link;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        listener.Dispose();
        ResetAll();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = CarryAsync(await listener.AcceptAsync());
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException) { }
    }

    private async Task CarryAsync(Socket near)
    {
        var far = space.Run(() => new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp));
        lock (open)
            open.UnionWith([near, far]);
        try
        {
            if (state == LinkState.Refusing)
                return;
            await far.ConnectAsync(server);
            await Task.WhenAny(PumpAsync(near, far, answers: false), PumpAsync(far, near, answers: true));
        }
        catch (SocketException)
        {
            // The server is away; the agent sees a reset.
        }
        finally
        {
            Reset(near);
            Reset(far);
        }
    }

    /// <summary>
    /// A handshake passes also while answers are lost: only then can the agent send a request. It takes less than the first few packets.
    /// </summary>
    private async Task PumpAsync(Socket from, Socket to, bool answers)
    {
        const int handshake = 3;
        var buffer = new byte[1 << 16];
        try
        {
            for (var piece = 1; await from.ReceiveAsync(buffer) is var count and > 0; piece++)
            {
                if (state == LinkState.Slow)
                    await Task.Delay(Delay);
                while (state == LinkState.Silent)
                    await Task.Delay(20);
                if (answers && state == LinkState.LosingAnswers && piece > handshake)
                    return;
                await to.SendAsync(buffer.AsMemory(0, count));
            }
        }
        catch (Exception broken) when (broken is SocketException or ObjectDisposedException) { }
    }

    private void ResetAll()
    {
        lock (open)
        {
            foreach (var socket in open)
                Close(socket);
            open.Clear();
        }
    }

    private void Reset(Socket socket)
    {
        lock (open)
            open.Remove(socket);
        Close(socket);
    }

    /// <summary>With a lingering time of zero the other end gets a reset instead of an orderly end.</summary>
    private static void Close(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(true, 0);
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException) { }
        socket.Dispose();
    }
}
