using System.Net;
using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>HTTP out of a namespace. Any certificate is trusted: these are the laboratory's own servers on its own networks.</summary>
internal static class Web
{
    /// <param name="space">Where connections begin.</param>
    /// <param name="to">Where they end, whatever an address says; <see langword="null"/> for the address itself, over IPv4.</param>
    /// <param name="local">Their local address; <see langword="null"/> for any.</param>
    public static HttpClient From(NetNamespace space, IPEndPoint? to = null, IPAddress? local = null) =>
        new(
            new SocketsHttpHandler
            {
                ConnectCallback = async (context, ct) =>
                {
                    var family = to?.AddressFamily ?? AddressFamily.InterNetwork;
                    var socket = space.Run(() => new Socket(family, SocketType.Stream, ProtocolType.Tcp));
                    try
                    {
                        if (local is not null)
                            socket.Bind(new IPEndPoint(local, 0));
                        await socket.ConnectAsync((EndPoint?)to ?? context.DnsEndPoint, ct);
                        return new NetworkStream(socket, ownsSocket: true);
                    }
                    catch
                    {
                        socket.Dispose();
                        throw;
                    }
                },
                SslOptions = { RemoteCertificateValidationCallback = (_, _, _, _) => true },
            }
        );
}
