using System.Net;
using System.Text;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Agent.Tests.Linux.Probing.Remote;

/// <summary>An honest request; partial answers are parsed as far as they arrived.</summary>
public sealed class HttpRequestTests
{
    [Theory]
    [InlineData("www.example.org", 80, "www.example.org")]
    [InlineData("www.example.org", 8080, "www.example.org:8080")]
    [InlineData("2001:db8::1", 8080, "[2001:db8::1]:8080")]
    public void The_host_is_the_one_that_was_asked_for(string host, int port, string header)
    {
        var service = new Destination(host, new IPEndPoint(IPAddress.Loopback, port), Tls: false, "/a?b=c", 536);
        Assert.Equal(
            $"GET /a?b=c HTTP/1.1\r\nHost: {header}\r\nUser-Agent: iwtune/1.2.3\r\nAccept: */*\r\nConnection: close\r\n\r\n",
            Encoding.ASCII.GetString(HttpRequest.Write(service, "1.2.3"))
        );
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "200 OK", "", 49L)]
    [InlineData("HTTP/1.1 301 Moved\r\nlocation: /there\r\n", "301 Moved", "/there", null)]
    [InlineData("HTTP/1.1 302 \e[31mRed\r\nLocation: /a\u0007b\r\n\r\n", "302 [31mRed", "/ab", null)]
    [InlineData("HTTP/1.0", "", "", null)]
    public void A_head_is_read_as_far_as_it_came_and_cannot_write_on_a_terminal(string text, string status, string location, long? bytes) =>
        Assert.Equal(new HttpAnswer(status, location, bytes), HttpRequest.Read(Encoding.Latin1.GetBytes(text)));

    [Theory]
    [InlineData("SSH-2.0-OpenSSH")]
    [InlineData("")]
    [InlineData("HTT")]
    public void Something_else_is_no_answer(string text) => Assert.Null(HttpRequest.Read(Encoding.Latin1.GetBytes(text)));

    [Theory]
    [InlineData(null, 22, 3, 3, 0, 80, 2)]
    [InlineData("alert 40 (handshake_failure)", 21, 3, 3, 0, 2, 2, 40)]
    [InlineData("alert 112 (unrecognized_name)", 21, 3, 1, 0, 2, 2, 112)]
    [InlineData("does not speak TLS", 72, 84, 84, 80)]
    public void The_first_record_says_whether_a_handshake_goes_on(string? objection, params int[] bytes)
    {
        var found = TlsAnswer.Objection(Array.ConvertAll(bytes, one => (byte)one));
        if (objection is null)
            Assert.Null(found);
        else
            Assert.Contains(objection, found, StringComparison.Ordinal);
    }
}
