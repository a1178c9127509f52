using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using IwTune.Lab;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

/// <summary>Where a request ends and the next one begins is never in doubt (RFC 9112 §6.3), also behind a proxy.</summary>
public sealed class MessageBoundaryTests
{
    private const string Next = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

    [Theory]
    [InlineData("Content-Length: 2\r\nContent-Length: 4", "{}")]
    [InlineData("Transfer-Encoding: xchunked", "2\r\n{}\r\n0\r\n\r\n")]
    [InlineData("Transfer-Encoding: chunked, identity", "2\r\n{}\r\n0\r\n\r\n")]
    [InlineData("Transfer-Encoding : chunked", "2\r\n{}\r\n0\r\n\r\n")]
    [InlineData("Transfer-Encoding: chunked", "2\n{}\r\n0\r\n\r\n")]
    [InlineData("Transfer-Encoding: chunked\r\nContent-Length: 4", "2\r\n{}\r\n0\r\n\r\n")]
    public async Task After_a_request_whose_end_is_in_doubt_nothing_is_answered(string head, string body)
    {
        await using var server = await RunningServer.StartAsync();
        Assert.Equal(["400"], await StatusesAsync(server, head, body));
    }

    [Fact]
    public async Task After_a_request_whose_end_is_clear_the_next_one_is_answered()
    {
        await using var server = await RunningServer.StartAsync();
        Assert.Equal(["400", "200"], await StatusesAsync(server, "Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n", last: true));
    }

    /// <summary>Two requests over one connection, until the server closes it.</summary>
    /// <param name="server">Answers.</param>
    /// <param name="head">How long the body of the first is.</param>
    /// <param name="body">Its body, no document that the call takes.</param>
    /// <param name="last">True when the second asks for the end of the connection, which a request in doubt ends by itself.</param>
    private static async Task<IReadOnlyList<string>> StatusesAsync(RunningServer server, string head, string body, bool last = false)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, server.Url.Port);
        await using var stream = new SslStream(client.GetStream(), leaveInnerStreamOpen: false, (_, _, _, _) => true);
        await stream.AuthenticateAsClientAsync("localhost");
        var second = last ? Next.Replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n", StringComparison.Ordinal) : Next;
        await stream.WriteAsync(
            Encoding.ASCII.GetBytes(
                $"POST /agent/v1/enroll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{head}\r\n\r\n{body}{second}"
            )
        );
        using var reader = new StreamReader(stream, Encoding.ASCII);
        var answers = await reader.ReadToEndAsync().WaitAsync(Until.Limit);
        return
        [
            .. answers
                .Split('\n')
                .Where(line => line.StartsWith("HTTP/1.1 ", StringComparison.Ordinal))
                .Select(line => line.Split(' ')[1].Trim()),
        ];
    }
}
