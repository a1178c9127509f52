using IwTune.Server.Cli.Running;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;

namespace IwTune.Server.Tests.Features.Tokens;

/// <summary>A network that is wider than what was meant permits too much; .NET widens it silently.</summary>
public sealed class NetworksTests
{
    [Theory]
    [InlineData("10.0.0.0/8")]
    [InlineData("192.0.2.7/32")]
    [InlineData("0.0.0.0/0")]
    [InlineData("2001:db8::/32")]
    [InlineData("2001:DB8:0::/32")]
    [InlineData("::1/128")]
    public void A_network_is_accepted(string text) => Assert.Null(Networks.Problem(text));

    [Theory]
    [InlineData("10.1.1.1/8", "'10.1.1.1/8' has bits set beyond /8; write 10.0.0.0/8, or 10.1.1.1/32 for this one address")]
    [InlineData("2001:db8::1/32", "'2001:db8::1/32' has bits set beyond /32; write 2001:db8::/32, or 2001:db8::1/128 for this one address")]
    public void Bits_beyond_the_length_are_refused_with_what_to_write(string text, string problem) =>
        Assert.Equal(problem, Networks.Problem(text));

    [Theory]
    [InlineData("")]
    [InlineData(null)]
    [InlineData("10.0.0.0")]
    [InlineData("10.0.0.0/33")]
    [InlineData("10/8")]
    [InlineData("010.0.0.0/8")]
    [InlineData("0x0a000000/8")]
    [InlineData("example.org/8")]
    public void Anything_else_is_refused_with_an_example(string? text) =>
        Assert.Equal($"'{text}' is not a network such as 10.0.0.0/8 or 2001:db8::/32", Networks.Problem(text));

    [Fact]
    public void Every_option_that_takes_a_network_refuses_bits_beyond_its_length()
    {
        const string wide = "10.1.1.1/8",
            refusal = ": '10.1.1.1/8' has bits set beyond /8; write 10.0.0.0/8, or 10.1.1.1/32 for this one address";
        var parsed = RunCommand.Create().Parse(["--webhook-network", wide]);
        Assert.Equal("--webhook-network" + refusal, Assert.Single(parsed.Errors).Message);
        Assert.Equal("networks" + refusal, Assert.Single(Networks.Problems([wide])));
        Assert.Equal(
            ["--proxy" + refusal, "--monitor-from" + refusal],
            new ServerOptions
            {
                Data = "x",
                Proxies = [wide],
                MonitorFrom = [wide],
            }.Validate()
        );
    }

    [Fact]
    public void A_single_address_may_be_a_proxy() =>
        Assert.Empty(new ServerOptions { Data = "x", Proxies = ["10.0.0.5", "2001:db8::5", "10.0.0.0/24"] }.Validate());
}
