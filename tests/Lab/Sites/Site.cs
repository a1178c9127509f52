using System.Net;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Lab;

/// <summary>
/// The smallest useful fleet: hosts behind a router, and a client beyond a long path. The server runs next to the client, so an agent's
/// connection to the server sees the same path as the clients of the host.
/// </summary>
/// <remarks>
/// Host <c>i</c> is 10.77.i.2 and fd77:i::2 with default routes by the router; the client is 10.77.200.2 and fd77:200::2.
/// </remarks>
public sealed class Site : IDisposable
{
    private readonly EmulatedPath relay;

    private Site(NetNamespace router, NetNamespace client, IReadOnlyList<SiteHost> hosts, EmulatedPath relay) =>
        (Router, Client, Hosts, this.relay) = (router, client, hosts, relay);

    /// <summary>Forwards between the hosts' links and the path.</summary>
    public NetNamespace Router { get; }

    /// <summary>The path between router (left) and client (right).</summary>
    public EmulatedPath Path => relay;

    /// <summary>Where fetches start and the server runs.</summary>
    public NetNamespace Client { get; }

    /// <summary>The client's address.</summary>
    public IPAddress ClientAddress { get; } = IPAddress.Parse("10.77.200.2");

    /// <summary>The hosts, in the order of their names.</summary>
    public IReadOnlyList<SiteHost> Hosts { get; }

    /// <summary>Builds it.</summary>
    /// <param name="oneWay">Delay of the path in each direction.</param>
    /// <param name="hostNames">One host each, at most 99.</param>
    public static Site Build(TimeSpan oneWay, params string[] hostNames)
    {
        var router = Space("router");
        var client = Space("client");
        router.Sysctl("net.ipv4.ip_forward", "1");
        router.Sysctl("net.ipv6.conf.all.forwarding", "1");
        var hosts = hostNames.Select((name, index) => Attach(router, name, index + 1)).ToList();

        var path = NamespacePath.Join(router, client, "path0", oneWay);
        router.IpBatch("addr add 10.77.200.1/24 dev path0", "addr add fd77:200::1/64 dev path0 nodad");
        client.IpBatch(
            "addr add 10.77.200.2/24 dev path0",
            "addr add fd77:200::2/64 dev path0 nodad",
            "route add 10.77.0.0/16 via 10.77.200.1",
            "route add fd77::/16 via fd77:200::1 dev path0"
        );
        return new(router, client, hosts, path);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        relay.Dispose();
        foreach (var host in Hosts)
            host.Space.Dispose();
        Client.Dispose();
        Router.Dispose();
    }

    private static NetNamespace Space(string role)
    {
        var space = NetNamespace.Create(role);
        // Link-local addresses appear at an unpredictable time, and each brings routes: a snapshot of the routes would be a race.
        space.Sysctl("net.ipv6.conf.default.addr_gen_mode", "1");
        return space;
    }

    private static SiteHost Attach(NetNamespace router, string name, int number)
    {
        var space = Space(name);
        // No other node is on the link: waiting for duplicates would cost a second.
        router.IpBatch(
            $"link add to-{name} type veth peer name eth0 netns {space.Name}",
            $"link set to-{name} up",
            $"addr add 10.77.{number}.1/24 dev to-{name}",
            $"addr add fd77:{number}::1/64 dev to-{name} nodad"
        );
        space.IpBatch(
            "link set eth0 up",
            $"addr add 10.77.{number}.2/24 dev eth0",
            $"addr add fd77:{number}::2/64 dev eth0 nodad",
            $"route add default via 10.77.{number}.1 dev eth0 proto static",
            $"route add default via fd77:{number}::1 dev eth0 proto static metric 1024"
        );
        // The kernel makes the local route of an IPv6 address when the link is ready, which is later on a loaded machine.
        Until.True(
            () => space.Ip("-6 route show table local").Contains($"local fd77:{number}::2 ", StringComparison.Ordinal),
            () => $"fd77:{number}::2 is not ready"
        );
        return new(name, space, IPAddress.Parse($"10.77.{number}.2"));
    }
}

/// <summary>A host of the site.</summary>
/// <param name="Name">The name of its agent here.</param>
/// <param name="Space">Its namespace.</param>
/// <param name="Address">Its IPv4 address.</param>
public sealed record SiteHost(string Name, NetNamespace Space, IPAddress Address);
