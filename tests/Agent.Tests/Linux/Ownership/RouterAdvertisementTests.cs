using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Ownership;

/// <summary>A default route that the kernel made from a router advertisement is never rewritten: the kernel would ignore that router from then on.</summary>
public sealed class RouterAdvertisementTests : IDisposable
{
    private readonly RouteZoo _zoo = new();

    [Fact]
    public void A_default_route_of_the_kernels_own_is_only_reported_and_still_withdrawn_by_its_router()
    {
        Advertise(lifetimeSeconds: 1800, until: target => target is not null);
        var advertised = Default()!;
        Assert.Equal("kernel (RA)", advertised.Owner);
        Assert.Equal(StrategyKind.ReportOnly, advertised.Strategy.Kind);
        Assert.Contains("The kernel made this route from a router advertisement", advertised.Strategy.Why, StringComparison.Ordinal);
        Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(advertised, new Window(20, null))));

        Advertise(lifetimeSeconds: 0, until: target => target is null);
    }

    [Fact]
    public void The_kernels_list_tells_its_own_routes_from_others()
    {
        // Captured: a default route from an advertisement, and the same after `ip -6 route change … proto ra`.
        const string prefix = "00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 ";
        Assert.True(Made(prefix + "00450003       v0"));
        Assert.False(Made(prefix + "00400003       v0"));
        Assert.False(Made(prefix + "00450003       v1"));
        Assert.False(Made("garbage"));

        static bool Made(string line)
        {
            byte[] gateway = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
            var route = new NetlinkWriter().Bytes([RouteNumbers.Inet6, 0, 0, 0, 254, 9, 0, 1, 0, 0, 0, 0])
                .Attribute((ushort)RouteAttribute.Gateway, gateway).UInt32((ushort)RouteAttribute.Priority, 1024);
            return KernelRouterAdvertisement.Parse([line]).Made(RouteMessage.Read(route.ToArray()), "v0");
        }
    }

    public void Dispose() => _zoo.Dispose();

    private Target? Default() =>
        _zoo.Read().Targets.FirstOrDefault(target => target.IsDefault && target.Destination.BaseAddress.AddressFamily == AddressFamily.InterNetworkV6);

    /// <summary>Sends until it has an effect: the sender's link-local address is tentative at first.</summary>
    private void Advertise(ushort lifetimeSeconds, Predicate<Target?> until)
    {
        for (var attempt = 0; attempt < 200 && !until(Default()); attempt++)
        {
            _zoo.Peer.Run(() => Send(lifetimeSeconds));
            Thread.Sleep(50);
        }
        Assert.True(until(Default()));
    }

    /// <summary>RFC 4861 §4.2; hop limit 255, or the kernel ignores it.</summary>
    private static void Send(ushort lifetimeSeconds)
    {
        try
        {
            using var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Raw, ProtocolType.IcmpV6);
            socket.SetSocketOption(SocketOptionLevel.IPv6, SocketOptionName.MulticastTimeToLive, 255);
            var index = int.Parse(File.ReadAllText("/sys/class/net/p0/ifindex"));
            byte[] advertisement = [134, 0, 0, 0, 64, 0, (byte)(lifetimeSeconds >> 8), (byte)lifetimeSeconds, 0, 0, 0, 0, 0, 0, 0, 0];
            socket.SendTo(advertisement, new IPEndPoint(IPAddress.Parse($"ff02::1%{index}"), 0));
        }
        catch (SocketException)
        {
            // EADDRNOTAVAIL while the address is tentative.
        }
    }
}
