using IwTune.Shared.Compliance;

namespace IwTune.Shared.Tests.Compliance;

public sealed class ReasonGroupsTests
{
    [Theory]
    [InlineData("no check-in since 2026-11-22 01:30Z; its current state is unknown", "no check-in since …; its current state is unknown")]
    [InlineData(
        "1 of 2 targets differs: ipv4 main default via 192.0.2.1 dev eth0 metric 100 has 10, required 16",
        "1 of 2 targets differs: ipv4 main default via … dev eth0 metric … has 10, required 16"
    )]
    [InlineData("ipv6 main 2001:db8::/32 via fe80::1: refused", "ipv6 main … via …: refused")]
    [InlineData("vendor appliance (until 2026-11-22 12:00Z)", "vendor appliance (until …)")]
    [InlineData("all 3 targets are as required", "all 3 targets are as required")]
    [InlineData("a b face 12:30 dead", "a b face 12:30 dead")]
    [InlineData("", "")]
    public void What_differs_from_host_to_host_is_left_out(string reason, string group) => Assert.Equal(group, ReasonGroups.Of(reason));
}
