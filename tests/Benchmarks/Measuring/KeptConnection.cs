using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace IwTune.Benchmarks.Measuring;

/// <summary>One TLS connection that is kept, with minimal work of the client between requests.</summary>
internal sealed class KeptConnection : IDisposable
{
    private readonly TcpClient tcp;
    private readonly SslStream tls;
    private readonly byte[] answer = new byte[16 << 10];
    private int answered;

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
    /// <exception cref="BenchException">The answer was another one; the text has it.</exception>
    public void Exchange(ReadOnlySpan<byte> request)
    {
        tls.Write(request);
        var length = 0;
        do
        {
            var read = tls.Read(answer, length, answer.Length - length);
            if (read == 0)
                throw new BenchException("the server closed the connection");
            length += read;
        } while (!answer.AsSpan(0, length).EndsWith("\r\n\r\n"u8) && answer.AsSpan(0, length).StartsWith("HTTP/1.1 204"u8));
        answered = length;
        if (!answer.AsSpan(0, length).StartsWith("HTTP/1.1 204"u8))
            throw new BenchException($"the server answered {Encoding.UTF8.GetString(answer, 0, length)}");
    }

    /// <summary>A header of the last answer to <see cref="Exchange"/>.</summary>
    /// <exception cref="BenchException">There is no header of that name.</exception>
    public string Header(string name)
    {
        var head = Encoding.ASCII.GetString(answer, 0, answered);
        var at = head.IndexOf($"\r\n{name}: ", StringComparison.OrdinalIgnoreCase);
        if (at < 0)
            throw new BenchException($"the answer has no header {name}");
        at += name.Length + 4;
        return head[at..head.IndexOf("\r\n", at, StringComparison.Ordinal)];
    }

    /// <summary>Sends a request whose answer is 200 with a short body and waits for it.</summary>
    /// <exception cref="BenchException">The answer was another one; the text has it.</exception>
    public void Fetch(ReadOnlySpan<byte> request)
    {
        tls.Write(request);
        var length = 0;
        do
        {
            var read = tls.Read(answer, length, answer.Length - length);
            if (read == 0)
                throw new BenchException("the server closed the connection");
            length += read;
        } while (!IsWhole(answer.AsSpan(0, length)));
        if (!answer.AsSpan(0, length).StartsWith("HTTP/1.1 200"u8))
            throw new BenchException($"the server answered {Encoding.UTF8.GetString(answer, 0, length)}");
    }

    /// <summary>Sends a post and waits for its answer, whose head and body arrive in one piece.</summary>
    /// <exception cref="BenchException">The post was not accepted; the text has the answer.</exception>
    public async Task PostAsync(ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> body)
    {
        await tls.WriteAsync(head);
        await tls.WriteAsync(body);
        var length = 0;
        while (!IsWhole(answer.AsSpan(0, length)))
        {
            var read = await tls.ReadAsync(answer.AsMemory(length));
            if (read == 0)
                throw new BenchException("the server closed the connection");
            length += read;
        }
        if (!answer.AsSpan(0, length).StartsWith("HTTP/1.1 200"u8))
            throw new BenchException($"the server answered {Encoding.UTF8.GetString(answer, 0, length)}");
    }

    /// <summary>A head, and the body of the length it declares; or chunks up to the last.</summary>
    private static bool IsWhole(ReadOnlySpan<byte> answer)
    {
        var head = answer.IndexOf("\r\n\r\n"u8);
        if (head < 0)
            return false;
        var length = answer.IndexOf("Content-Length: "u8);
        return length < 0 || length > head
            ? answer.EndsWith("0\r\n\r\n"u8)
            : System.Buffers.Text.Utf8Parser.TryParse(answer[(length + 16)..], out int bytes, out _) && answer.Length >= head + 4 + bytes;
    }

    public void Dispose()
    {
        tls.Dispose();
        tcp.Dispose();
    }
}
