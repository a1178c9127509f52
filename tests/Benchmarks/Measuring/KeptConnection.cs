using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace IwTune.Benchmarks.Measuring;

/// <summary>One TLS connection that is kept, with as little work of the client's own between requests as there can be.</summary>
internal sealed class KeptConnection : IDisposable
{
    private readonly TcpClient tcp;
    private readonly SslStream tls;
    private readonly byte[] answer = new byte[16 << 10];

    private KeptConnection(TcpClient tcp, SslStream tls)
    {
        this.tcp = tcp;
        this.tls = tls;
    }

    public static async Task<KeptConnection> OpenAsync(Uri server, RemoteCertificateValidationCallback trust)
    {
        var tcp = new TcpClient { NoDelay = true };
        await tcp.ConnectAsync(server.Host, server.Port);
        var tls = new SslStream(tcp.GetStream(), false, trust);
        await tls.AuthenticateAsClientAsync(server.Host);
        return new(tcp, tls);
    }

    /// <summary>Sends a request whose answer is 204 and waits for it.</summary>
    /// <exception cref="BenchException">It was answered otherwise; the text carries the answer.</exception>
    public void Exchange(ReadOnlySpan<byte> request)
    {
        tls.Write(request);
        var length = 0;
        do
        {
            var read = tls.Read(answer, length, answer.Length - length);
            if (read == 0) throw new BenchException("the server closed the connection");
            length += read;
        }
        while (!answer.AsSpan(0, length).EndsWith("\r\n\r\n"u8) && answer.AsSpan(0, length).StartsWith("HTTP/1.1 204"u8));
        if (!answer.AsSpan(0, length).StartsWith("HTTP/1.1 204"u8)) throw new BenchException($"the server answered {Encoding.UTF8.GetString(answer, 0, length)}");
    }

    public void Dispose()
    {
        tls.Dispose();
        tcp.Dispose();
    }
}
