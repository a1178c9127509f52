using IwTune.Server.Console;

namespace IwTune.Server.Tests.Console;

public sealed class LocalAddressTests
{
    [Theory]
    [InlineData("/hosts?q=os%3Alinux")]
    [InlineData("/")]
    public void A_page_of_this_server_is_kept(string address) => Assert.Equal(address, LocalAddress.OrHome(address));

    [Theory]
    [InlineData("https://elsewhere.example/")]
    [InlineData("//elsewhere.example/")]
    [InlineData("/\\elsewhere.example")]
    [InlineData("/a\r\nSet-Cookie: b")]
    [InlineData("hosts")]
    [InlineData("")]
    [InlineData(null)]
    public void Anything_else_leads_home(string? address) => Assert.Equal("/", LocalAddress.OrHome(address));
}
