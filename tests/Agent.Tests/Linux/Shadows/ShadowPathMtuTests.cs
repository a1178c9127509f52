using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>Path MTUs are learned under the active route, which is the shadow: its renewal must not lose them.</summary>
public sealed class ShadowPathMtuTests : IDisposable
{
    private const string Default6 = "ipv6 main default via fd99::2 dev v0 metric 1024";
    private const string Far = "fd66::2";

    private readonly RouteZoo _zoo = new();

    [Fact]
    public async Task Renewing_a_shadow_keeps_the_path_mtus_learned_under_it()
    {
        _zoo.Manage("v0");
        _zoo.Host.Ip("-6 route add default via fd99::2 proto ra expires 20");
        _zoo.Shadow(Default6);
        await LearnAsync();

        // An owner renews its route the same way; the kernel answers that it exists.
        _zoo.Host.TryExec("ip", "-6", "route", "append", "default", "via", "fd99::2", "proto", "ra", "expires", "900");
        _zoo.Follow();
        Assert.Matches("expires (60|59|5[0-9])sec", Assert.Single(_zoo.Shadows()));
        Assert.IsType<Outcome.AlreadyThere>(_zoo.Apply(new Step.Set(_zoo.Target(Default6), ShadowZoo.Wanted)));
        Assert.Contains("mtu 1300", ToFar(), StringComparison.Ordinal);

        // The opposite case, which proves that the test detects a write.
        _zoo.MustApply(new Step.Set(_zoo.Target(Default6), new Window(21, null)));
        Assert.DoesNotContain("mtu 1300", ToFar(), StringComparison.Ordinal);
    }

    public void Dispose() => _zoo.Dispose();

    private string ToFar() => _zoo.Host.Ip($"-6 route get {Far}");

    private async Task LearnAsync()
    {
        _zoo.Peer.Sysctl("net.ipv6.conf.all.forwarding", "1");
        _zoo.Peer.Ip("link add narrow mtu 1300 type veth peer name end");
        _zoo.Peer.Ip("link set narrow up");
        _zoo.Peer.Ip("link set end up");
        _zoo.Peer.Ip("-6 addr add fd66::1/64 dev narrow nodad");
        await Until.TrueAsync(
            () =>
            {
                _zoo.Host.Run(SendLarge);
                return ToFar().Contains("mtu 1300", StringComparison.Ordinal);
            },
            () => $"no path MTU was learned: {ToFar()}"
        );
    }

    private static void SendLarge()
    {
        using var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.SendTo(new byte[1400], new IPEndPoint(IPAddress.Parse(Far), 9));
        }
        catch (SocketException)
        {
            // The neighbour's answer is reported on the next call.
        }
    }
}
