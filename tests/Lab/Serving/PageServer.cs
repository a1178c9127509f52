using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace IwTune.Lab.Serving;

/// <summary>
/// A small web server: one page of a given size for every path, over HTTP or TLS, one answer a connection. Congestion control is the
/// listener's own, because a namespace's sysctl accepts only some of them.
/// </summary>
public sealed class PageServer : IDisposable
{
    private readonly Socket listener;
    private readonly Page page;
    private readonly SslStreamCertificateContext? certificate;

    private PageServer(Socket listener, Page page, SslStreamCertificateContext? certificate) =>
        (this.listener, this.page, this.certificate) = (listener, page, certificate);

    /// <summary>Listens on every address of a namespace.</summary>
    /// <param name="space">The namespace.</param>
    /// <param name="port">TCP port.</param>
    /// <param name="congestionControl">cubic, reno or bbr.</param>
    /// <param name="page">The answer.</param>
    /// <param name="certificate">Makes it a TLS server.</param>
    public static PageServer Listen(
        NetNamespace space,
        int port,
        string congestionControl,
        Page page,
        X509Certificate2? certificate = null
    ) => Answer(space.Run(() => Bound(port, congestionControl)), page, certificate);

    /// <summary>Listens on every address of the calling thread's namespace.</summary>
    /// <inheritdoc cref="Listen(NetNamespace, int, string, Page, X509Certificate2?)" path="/param"/>
    public static PageServer Listen(int port, string congestionControl, Page page) => Answer(Bound(port, congestionControl), page, null);

    private static Socket Bound(int port, string congestionControl)
    {
        var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
        TcpInfo.UseCongestionControl(socket, congestionControl);
        socket.Bind(new IPEndPoint(IPAddress.IPv6Any, port));
        socket.Listen(64);
        return socket;
    }

    private static PageServer Answer(Socket listening, Page page, X509Certificate2? certificate)
    {
        var context = certificate is null
            ? null
            : SslStreamCertificateContext.Create(certificate, additionalCertificates: null, offline: true);
        var server = new PageServer(listening, page, context);
        _ = Task.Run(server.AcceptAsync);
        return server;
    }

    /// <inheritdoc/>
    public void Dispose() => listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = AnswerAsync(await listener.AcceptAsync());
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException) { }
    }

    private async Task AnswerAsync(Socket connection)
    {
        try
        {
            connection.NoDelay = true;
            connection.SendBufferSize = 4 << 20;
            await using var plain = new NetworkStream(connection, ownsSocket: true);
            if (certificate is null)
            {
                await AnswerAsync(plain, connection);
                return;
            }
            await using var secure = new SslStream(plain);
            await secure.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = certificate });
            await AnswerAsync(secure, connection);
        }
        catch (Exception gone) when (gone is IOException or SocketException or System.Security.Authentication.AuthenticationException)
        {
            // The client gave up: it reports its own failure.
        }
    }

    private async Task AnswerAsync(Stream stream, Socket connection)
    {
        var request = new byte[4096];
        var read = 0;
        while (!Encoding.ASCII.GetString(request, 0, read).Contains("\r\n\r\n", StringComparison.Ordinal))
        {
            var more = await stream.ReadAsync(request.AsMemory(read));
            if (more == 0)
                return;
            read += more;
        }
        if (page.Reset)
        {
            connection.LingerState = new LingerOption(enable: true, seconds: 0);
            return;
        }
        var head = Encoding.ASCII.GetBytes(
            $"HTTP/1.1 {page.Status}\r\nContent-Length: {page.Bytes}\r\n{page.Headers}Connection: close\r\n\r\n"
        );
        if (page.Pause is { } pause)
        {
            await stream.WriteAsync(head);
            await Task.Delay(pause);
            await stream.WriteAsync(new byte[page.Bytes]);
            return;
        }
        await stream.WriteAsync((byte[])[.. head, .. new byte[page.Bytes]]);
    }
}
