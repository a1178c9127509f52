using System.Net;
using IwTune.Server.Hosting.Windows;

namespace IwTune.Server.Tests.Hosting.Windows;

public sealed class FirewallRuleTests
{
    private const string Program = @"C:\Program Files\IwTune Server\iwtune-server.exe";

    [Theory]
    [InlineData("0.0.0.0:7443", "-LocalPort 7443 -Program")]
    [InlineData("[::]:8443", "-LocalPort 8443 -Program")]
    [InlineData("192.0.2.7:7443", "-LocalPort 7443 -LocalAddress 192.0.2.7 -Program")]
    public void The_rule_is_for_the_port_and_the_address_that_the_server_listens_on_and_for_its_program(string listen, string part)
    {
        var command = FirewallRule.Offer(IPEndPoint.Parse(listen), Program);
        Assert.StartsWith(
            "New-NetFirewallRule -DisplayName 'IwTune Server' -Direction Inbound -Action Allow",
            command,
            StringComparison.Ordinal
        );
        Assert.Contains(part, command, StringComparison.Ordinal);
        Assert.EndsWith($"-Program '{Program}'", command, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("127.0.0.1:7443")]
    [InlineData("[::1]:7443")]
    public void None_is_offered_when_only_this_machine_can_reach_the_server(string listen) =>
        Assert.Null(FirewallRule.Offer(IPEndPoint.Parse(listen), Program));

    [Fact]
    public void A_quote_in_the_programs_path_does_not_end_the_argument() =>
        Assert.EndsWith(
            @"-Program 'D:\it''s here\x.exe'",
            FirewallRule.Offer(new(IPAddress.Any, 1), @"D:\it's here\x.exe"),
            StringComparison.Ordinal
        );
}
