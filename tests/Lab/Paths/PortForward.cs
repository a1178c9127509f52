using System.Net;
using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>Carries TCP connections from a port of this machine's loopback to an address inside a namespace.</summary>
public sealed class PortForward : IDisposable
{
    private readonly TcpListener listener = new(IPAddress.Loopback, 0);
    private readonly NetNamespace space;
    private readonly IPEndPoint target;

    private PortForward(NetNamespace space, IPEndPoint target) => (this.space, this.target) = (space, target);

    /// <summary>On this machine's loopback.</summary>
    public int Port => ((IPEndPoint)listener.LocalEndpoint).Port;

    /// <summary>Opens a port.</summary>
    public static PortForward Open(NetNamespace space, IPEndPoint target)
    {
        var made = new PortForward(space, target);
        made.listener.Start();
        _ = Task.Run(made.AcceptAsync);
        return made;
    }

    /// <inheritdoc/>
    public void Dispose() => listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = CarryAsync(await listener.AcceptSocketAsync());
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException) { }
    }

    private async Task CarryAsync(Socket outside)
    {
        // A socket belongs to the namespace of the thread that makes it, whatever it connects to later.
        using var near = new NetworkStream(outside, ownsSocket: true);
        var inside = space.Run(() => new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp));
        try
        {
            await inside.ConnectAsync(target);
            using var far = new NetworkStream(inside, ownsSocket: true);
            await Task.WhenAny(near.CopyToAsync(far), far.CopyToAsync(near));
        }
        catch (Exception broken) when (broken is SocketException or IOException)
        {
            // The browser sees its connection closed.
        }
    }
}
