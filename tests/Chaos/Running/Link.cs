using System.Net;
using System.Net.Sockets;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos.Running;

/// <summary>The only way from the agents to the server: carries TCP connections, or breaks them.</summary>
internal sealed class Link : IDisposable
{
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(400);

    /// <summary>From the end of a connection until the requests that it kept are delivered, and until that one ends.</summary>
    private static readonly TimeSpan Lateness = TimeSpan.FromSeconds(3),
        Reading = TimeSpan.FromSeconds(2);

    private readonly NetNamespace space;
    private readonly IPEndPoint server;
    private readonly Socket listener;
    private readonly HashSet<Socket> open = [];
    private volatile LinkState state;
    private int late;

    private Link(NetNamespace space, IPEndPoint server, Socket listener) =>
        (this.space, this.server, this.listener) = (space, server, listener);

    /// <summary>What it does now. A change breaks the connections of the state before, unless it keeps what they carry.</summary>
    public LinkState State
    {
        get => state;
        set
        {
            state = value;
            if (value is not (LinkState.Silent or LinkState.Reordering))
                ResetAll();
        }
    }

    /// <summary>Connections whose requests were kept, to be delivered after later ones.</summary>
    public int Late => Volatile.Read(ref late);

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
        using var kept = new MemoryStream();
        try
        {
            if (state == LinkState.Refusing)
                return;
            await far.ConnectAsync(server);
            await Task.WhenAny(PumpAsync(near, far, kept), PumpAsync(far, near, kept: null));
            Reset(near);
            if (kept.Length > 0)
                await DeliverAsync(far, kept);
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
    /// A handshake passes also while answers are lost or requests are kept: only then can the agent send a request. It takes the agent's
    /// first two packets and less than the server's first four.
    /// </summary>
    /// <param name="from">One end.</param>
    /// <param name="to">The other.</param>
    /// <param name="kept">What agents send to a network that reorders; <see langword="null"/> for answers.</param>
    private async Task PumpAsync(Socket from, Socket to, MemoryStream? kept)
    {
        var handshake = kept is null ? 3 : 2;
        var buffer = new byte[1 << 16];
        try
        {
            for (var piece = 1; await from.ReceiveAsync(buffer) is var count and > 0; piece++)
            {
                if (state == LinkState.Slow)
                    await Task.Delay(Delay);
                while (state == LinkState.Silent)
                    await Task.Delay(20);
                if (kept is null && state == LinkState.LosingAnswers && piece > handshake)
                    return;
                if (kept is not null && state == LinkState.Reordering && piece > handshake)
                    Keep(to, kept, buffer.AsSpan(0, count));
                else
                    await to.SendAsync(buffer.AsMemory(0, count));
            }
        }
        catch (Exception broken) when (broken is SocketException or ObjectDisposedException) { }
    }

    /// <summary>A connection with kept requests outlives the state of the network in which they were sent.</summary>
    private void Keep(Socket far, MemoryStream kept, ReadOnlySpan<byte> sent)
    {
        lock (open)
            open.Remove(far);
        if (kept.Length == 0)
            Interlocked.Increment(ref late);
        kept.Write(sent);
    }

    private static async Task DeliverAsync(Socket far, MemoryStream kept)
    {
        await Task.Delay(Lateness);
        await far.SendAsync(kept.GetBuffer().AsMemory(0, (int)kept.Length));
        await Task.Delay(Reading);
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
