using System.Text;
using IwTune.Agent.Local.Visible;

namespace IwTune.Agent.Tests.Local.Visible;

public sealed class RequestHeadTests
{
    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "/", "")]
    [InlineData("GET /?again HTTP/1.0\r\n\r\n", "/", "")]
    [InlineData("GET /seen/7 HTTP/1.1\r\n\r\n", "/seen/7", "")]
    [InlineData("HEAD / HTTP/1.1\r\n\r\n", "", "405 Method Not Allowed")]
    [InlineData("POST / HTTP/1.1\r\n\r\nbody", "", "405 Method Not Allowed")]
    [InlineData("\r\n\r\n", "", "400 Bad Request")]
    [InlineData("GET\r\n\r\n", "", "400 Bad Request")]
    [InlineData("GET http://a/ HTTP/1.1\r\n\r\n", "", "400 Bad Request")]
    [InlineData("GET / HTTP/2.0\r\n\r\n", "", "400 Bad Request")]
    [InlineData("GET /ä HTTP/1.1\r\n\r\n", "", "400 Bad Request")]
    [InlineData("\u0016\u0003\u0001\r\n\r\n", "", "400 Bad Request")]
    public void A_request_is_understood_or_refused(string text, string path, string status) =>
        Assert.Equal(new RequestHead(path, status), RequestHead.Read(Encoding.UTF8.GetBytes(text)));

    [Fact]
    public void A_head_is_waited_for_until_it_is_too_long()
    {
        Assert.Null(RequestHead.Read("GET / HTTP/1.1\r\nHost: a\r\n"u8));
        Assert.StartsWith("431", RequestHead.Read(new byte[RequestHead.MostBytes])!.Value.Status, StringComparison.Ordinal);
    }
}
