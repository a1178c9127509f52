using System.Net.Sockets;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>
/// A rewrite makes the kernel forget the path MTUs learned under the route, so a window that is already set is never written.
/// </summary>
public sealed class PathMtuTests : IDisposable
{
    private const string Default = "ipv4 main default via 10.99.0.2 dev v0";
    private const string Far = "10.66.0.2";

    private readonly RouteZoo _zoo = new();

    [Fact]
    public void A_learned_path_mtu_survives_a_step_that_changes_nothing()
    {
        LearnPathMtu();
        Assert.IsType<Outcome.AlreadyThere>(_zoo.Apply(new Step.Set(_zoo.Target(Default), new Window(12, null))));
        Assert.Contains("mtu 1300", RouteToFar(), StringComparison.Ordinal);

        // The opposite case, which proves that the test detects a write.
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.Set(_zoo.Target(Default), new Window(13, null))));
        Assert.DoesNotContain("mtu 1300", RouteToFar(), StringComparison.Ordinal);
    }

    public void Dispose() => _zoo.Dispose();

    private string RouteToFar() => _zoo.Host.Ip($"route get {Far}");

    /// <summary>The neighbour forwards into a link of 1300 bytes and answers a larger packet with "fragmentation needed".</summary>
    private void LearnPathMtu()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 12");
        _zoo.Peer.Sysctl("net.ipv4.ip_forward", "1");
        _zoo.Peer.Ip("link add narrow mtu 1300 type veth peer name end");
        _zoo.Peer.Ip("addr add 10.66.0.1/24 dev narrow");
        _zoo.Peer.Ip("link set narrow up");
        _zoo.Peer.Ip("link set end up");
        Until.True(
            () =>
            {
                _zoo.Host.Run(SendLarge);
                return RouteToFar().Contains("mtu 1300", StringComparison.Ordinal);
            },
            RouteToFar
        );
    }

    private static void SendLarge()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { DontFragment = true };
        socket.Connect(Far, 9);
        try
        {
            socket.Send(new byte[1400]);
        }
        catch (SocketException)
        {
            // EMSGSIZE after it is learned.
        }
    }
}
