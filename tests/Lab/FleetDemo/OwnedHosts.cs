namespace IwTune.Lab.FleetDemo;

/// <summary>Six hosts of a site, each with default routes of another owner, and a real agent on each.</summary>
internal sealed class OwnedHosts : IDisposable
{
    /// <summary>Their names; each names the owner of its default routes.</summary>
    public static readonly string[] Names = ["nm", "networkd", "static", "ra", "bird", "pod"];

    private readonly List<IDisposable> owned = [];
    private readonly List<AgentProcess> agents = [];

    public IReadOnlyList<AgentProcess> Agents => agents;

    /// <summary>Starts the owners and waits until their routes exist.</summary>
    public static async Task<OwnedHosts> StartAsync(Site site, string folder)
    {
        var made = new OwnedHosts();
        try
        {
            await made.BuildAsync(site, folder);
            return made;
        }
        catch
        {
            made.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var agent in agents)
            agent.Dispose();
        foreach (var one in Enumerable.Reverse(owned))
            one.Dispose();
    }

    private async Task BuildAsync(Site site, string folder)
    {
        var (nm, networkd, fixedHost, ra, bird, pod) = (
            site.Hosts[0],
            site.Hosts[1],
            site.Hosts[2],
            site.Hosts[3],
            site.Hosts[4],
            site.Hosts[5]
        );
        AgentProcess Agent(SiteHost host) => new(host, folder, Binaries.Agent);

        // Both have IPv4 only, and configure it themselves.
        foreach (var host in (SiteHost[])[nm, networkd])
            host.Space.Ip("-6 route del default");
        var bus = Keep(await PrivateBus.StartAsync());
        nm.Space.Ip("addr flush dev eth0");
        var manager = Keep(new NetworkManagerDaemon(nm.Space, bus, "eth0"));
        manager.Profile(
            "edge",
            NetworkManagerDaemon.Keyfile("edge", "eth0", "[ipv4]\nmethod=manual\naddress1=10.77.1.2/24,10.77.1.1\n[ipv6]\nmethod=ignore")
        );
        await manager.StartAsync();
        await manager.ActivatedAsync("eth0");
        agents.Add(new AgentProcess(nm, folder, Binaries.Agent) { Environment = bus.Environment });

        networkd.Space.Ip("addr flush dev eth0");
        var daemon = Keep(new NetworkdDaemon(networkd.Space, Keep(await PrivateBus.StartAsync())));
        daemon.Unit(
            "10-eth0.network",
            "[Match]\nName=eth0\n[Network]\nAddress=10.77.2.2/24\nGateway=10.77.2.1\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n"
        );
        daemon.Start();
        await daemon.ConfiguredAsync("eth0");
        agents.Add(new AgentProcess(networkd, folder, Binaries.Agent) { Mounts = daemon.Mounts });

        agents.Add(Agent(fixedHost));

        ra.Space.Ip("-6 route del default");
        ra.Space.Sysctl("net.ipv6.conf.eth0.accept_ra", "2");
        ra.Space.Ip("-6 addr add fe80::2/64 dev eth0 nodad");
        site.Router.Ip("-6 addr add fe80::1/64 dev to-ra nodad");
        Keep(Radvd.Start(site.Router, "to-ra", "fd77:4::", TimeSpan.FromMinutes(30)));
        await Until.TrueAsync(
            () => ra.Space.Ip("-6 route show default").Contains("proto ra", StringComparison.Ordinal),
            () => "no router advertisement came"
        );
        agents.Add(Agent(ra));

        bird.Space.Ip("route del default");
        Keep(await Bird.StartAsync(bird.Space, "route 0.0.0.0/0 via 10.77.5.1;"));
        agents.Add(Agent(bird));

        // As container runtimes leave it: IPv4 only, one default route of no particular protocol, which no program manages.
        pod.Space.Ip("-6 route del default");
        pod.Space.Ip("route replace default via 10.77.6.1 dev eth0");
        agents.Add(Agent(pod));
    }

    private T Keep<T>(T one)
        where T : IDisposable
    {
        owned.Add(one);
        return one;
    }
}
