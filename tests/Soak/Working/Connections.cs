using System.Net;
using System.Net.Sockets;
using IwTune.Soak.Running;

namespace IwTune.Soak.Working;

/// <summary>Peers behind the routes fetch from the host, which the agent observes. Each connection lives for some seconds.</summary>
internal sealed class Connections : Work, IDisposable
{
    private const int Port = 8080,
        AtOnce = 10,
        Bytes = 60_000;

    private static readonly TimeSpan Life = TimeSpan.FromSeconds(5);

    private readonly SoakGround ground;
    private readonly Socket listener;

    public Connections(SoakGround ground)
    {
        this.ground = ground;
        listener = ground.Host.Space.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        listener.Bind(new IPEndPoint(IPAddress.Any, Port));
        listener.Listen(AtOnce * 4);
        _ = ServeAsync();
    }

    public override string Name => "connections";

    /// <summary>One every two seconds.</summary>
    public override double UsualInAnHour => 1_800;

    protected override TimeSpan Every => TimeSpan.FromMilliseconds(500);

    /// <inheritdoc/>
    public void Dispose() => listener.Dispose();

    protected override async Task<int> TurnAsync(int turn, CancellationToken ct)
    {
        var sockets = ground.Router.Run(() =>
            Enumerable.Range(0, AtOnce).Select(_ => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)).ToList()
        );
        await Task.WhenAll(sockets.Select((socket, at) => FetchAsync(socket, (turn * AtOnce + at) % SoakGround.Routes, ct)));
        return AtOnce;
    }

    /// <summary>Returns when everything came; the connection stays open.</summary>
    private async Task FetchAsync(Socket socket, int peer, CancellationToken ct)
    {
        try
        {
            socket.Bind(new IPEndPoint(SoakGround.Peer(peer), 0));
            await socket.ConnectAsync(new IPEndPoint(ground.Host.Address, Port), ct);
            var buffer = new byte[1 << 14];
            for (var left = Bytes; left > 0; )
                left -= await socket.ReceiveAsync(buffer, ct) is var count and > 0 ? count : throw new IOException("the host hung up");
        }
        catch (SocketException broken)
        {
            throw new IOException($"a connection to the host broke: {broken.SocketErrorCode}", broken);
        }
        finally
        {
            _ = Task.Delay(Life, CancellationToken.None).ContinueWith(_ => socket.Dispose(), TaskScheduler.Default);
        }
    }

    private async Task ServeAsync()
    {
        var page = new byte[Bytes];
        try
        {
            while (true)
                _ = AnswerAsync(await listener.AcceptAsync(), page);
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException) { }
    }

    private static async Task AnswerAsync(Socket peer, byte[] page)
    {
        using (peer)
        {
            try
            {
                await peer.SendAsync(page);
                await peer.ReceiveAsync(new byte[1]);
            }
            catch (SocketException)
            {
                // The soak ends.
            }
        }
    }
}
