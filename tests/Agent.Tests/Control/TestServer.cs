using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace IwTune.Agent.Tests.Control;

/// <summary>A small HTTPS server: a request in, an answer out, over real TLS on loopback.</summary>
internal sealed class TestServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly TestAuthority _authority;

    public TestServer(TestAuthority authority)
    {
        _authority = authority;
        _listener.Start();
        _ = AcceptAsync();
    }

    public Uri Address => new($"https://localhost:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    /// <summary>Method and path, headers, body → status, extra header lines, body.</summary>
    public Func<string, string, string, (int Status, string Headers, string Body)> Answer { get; set; } = (_, _, _) => (404, "", "");

    /// <summary>Every request's first line with its body.</summary>
    public List<(string Line, string Headers, string Body)> Requests { get; } = [];

    public void Dispose()
    {
        _stop.Cancel();
        _listener.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            var client = await _listener.AcceptTcpClientAsync(_stop.Token);
            _ = ServeAsync(client);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var _ = client;
        try
        {
            await using var tls = new SslStream(client.GetStream());
            await tls.AuthenticateAsServerAsync(_authority.Server);
            while (await ReadHeadAsync(tls) is { } head)
            {
                var (line, headers) = (head[..head.IndexOf('\r', StringComparison.Ordinal)], head);
                var body = new byte[LengthOf(head)];
                await tls.ReadExactlyAsync(body);
                lock (Requests)
                    Requests.Add((line, headers, Encoding.UTF8.GetString(body)));
                var (status, extra, text) = Answer(line, headers, Encoding.UTF8.GetString(body));
                await tls.WriteAsync(
                    Encoding.UTF8.GetBytes(
                        $"HTTP/1.1 {status} X\r\nContent-Length: {Encoding.UTF8.GetByteCount(text)}\r\n{extra}\r\n{text}"
                    )
                );
            }
        }
        catch (Exception e)
            when (e
                    is IOException
                        or System.Security.Authentication.AuthenticationException
                        or OperationCanceledException
                        or ObjectDisposedException
            ) { }
    }

    private static async Task<string?> ReadHeadAsync(SslStream tls)
    {
        var head = new StringBuilder();
        var one = new byte[1];
        while (await tls.ReadAsync(one) == 1)
        {
            head.Append((char)one[0]);
            if (head.Length > 4 && head.ToString(head.Length - 4, 4) == "\r\n\r\n")
                return head.ToString();
        }
        return null;
    }

    private static int LengthOf(string head)
    {
        var line = head.Split("\r\n").FirstOrDefault(l => l.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase));
        return line is null ? 0 : int.Parse(line[15..].Trim(), System.Globalization.CultureInfo.InvariantCulture);
    }
}
