using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;

namespace IwTune.Agent.Tests.Linux.Ownership;

/// <summary>Which IPv6 routes are the kernel's own, from router advertisements.</summary>
public sealed class RouterAdvertisementTests
{
    [Fact]
    public void The_kernels_list_tells_its_own_routes_from_others()
    {
        // Captured: a default route from an advertisement, and the same after `ip -6 route change … proto ra`.
        const string prefix =
            "00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 "
            + "00000000 ";
        Assert.True(Made(prefix + "00450003       v0"));
        Assert.False(Made(prefix + "00400003       v0"));
        Assert.False(Made(prefix + "00450003       v1"));
        Assert.False(Made("garbage"));

        static bool Made(string line)
        {
            byte[] gateway = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
            var route = new NetlinkWriter()
                .Bytes([RouteNumbers.Inet6, 0, 0, 0, 254, 9, 0, 1, 0, 0, 0, 0])
                .Attribute((ushort)RouteAttribute.Gateway, gateway)
                .UInt32((ushort)RouteAttribute.Priority, 1024);
            return KernelRouterAdvertisement.Parse([line]).Made(RouteMessage.Read(route.ToArray()), "v0");
        }
    }
}
