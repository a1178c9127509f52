using IwTune.Agent.Cli.Options;

namespace IwTune.Agent.Tests.Cli.Options;

public sealed class ServiceTextTests
{
    [Theory]
    [InlineData("www.example.org", "www.example.org", 0)]
    [InlineData("www.example.org:8443", "www.example.org", 8443)]
    [InlineData("192.0.2.1", "192.0.2.1", 0)]
    [InlineData("192.0.2.1:65535", "192.0.2.1", 65_535)]
    [InlineData("2001:db8::1", "2001:db8::1", 0)]
    [InlineData("[2001:db8::1]", "2001:db8::1", 0)]
    [InlineData("[2001:db8::1]:8443", "2001:db8::1", 8443)]
    public void A_host_is_read_with_its_port(string text, string host, int port)
    {
        var read = ServiceText.Read(text)!;
        Assert.Equal((host, port), (read.Host, read.Port));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[")]
    [InlineData("[2001:db8::1]:0")]
    [InlineData("192.0.2.1:65536")]
    [InlineData("a b")]
    [InlineData("https://www.example.org/")]
    public void What_is_no_host_is_refused(string text) => Assert.Null(ServiceText.Read(text));
}
