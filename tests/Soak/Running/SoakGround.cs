using System.Net;
using IwTune.Lab;

namespace IwTune.Soak.Running;

/// <summary>
/// The fleet of a soak: a server, a real agent on a host with many routes and connections, and simulated hosts in a process of their own.
/// </summary>
internal sealed class SoakGround : IDisposable
{
    /// <summary>The networks behind the host's routes, each with a route of its own; the router answers for all of them.</summary>
    public const int Routes = 1_000;

    private const int AccountCount = 8;

    /// <summary>A host calls every two seconds instead of every 55, and has each secret for an hour instead of 90 days.</summary>
    private static readonly string[] ServerOptions = ["--poll", "2s", "--host-secret-life", "1h", "--approvals", "0"];

    /// <summary>Guardrails refuse a larger window where first flights have losses.</summary>
    private static readonly string[] Lossless = ["--clean", "--buffer", "1000"];

    private readonly Site site;

    private SoakGround(Site site, FastClock clock, ServerProcess server, Administrator administrator)
    {
        (this.site, Clock, Server, Administrator) = (site, clock, server, administrator);
    }

    public FastClock Clock { get; }

    public ServerProcess Server { get; }

    public Administrator Administrator { get; }

    /// <summary>The real agent.</summary>
    public required AgentProcess Agent { get; init; }

    /// <summary>The simulated hosts.</summary>
    public required LabProcess Swarm { get; init; }

    /// <summary>People who sign in.</summary>
    public required IReadOnlyList<Account> Accounts { get; init; }

    /// <summary>The server's certificate at the begin.</summary>
    public required ShownCertificate FirstCertificate { get; init; }

    /// <summary>The real host and the simulated ones.</summary>
    public required int HostCount { get; init; }

    /// <summary>Where people and the server are.</summary>
    public NetNamespace People => site.Client;

    /// <summary>Where the connections to the host begin.</summary>
    public NetNamespace Router => site.Router;

    /// <summary>The host of the real agent.</summary>
    public SiteHost Host => site.Hosts[0];

    /// <summary>As <c>ip route</c> takes the route of that number, without a window.</summary>
    public static string Route(int number) => $"{Network(number)}.0/24 via 10.77.1.1 dev eth0 proto static";

    /// <summary>An address behind the route of that number, which the router has.</summary>
    public static IPAddress Peer(int number) => IPAddress.Parse($"{Network(number)}.1");

    /// <summary>Builds it, with every host enrolled.</summary>
    public static async Task<SoakGround> BuildAsync(SoakOptions options, string folder)
    {
        var site = Site.Build(TimeSpan.FromMilliseconds(1), "host1");
        site.Router.Ip("route add local 172.16.0.0/12 dev lo");
        site.Hosts[0].Space.IpBatch(Enumerable.Range(0, Routes).Select(number => "route add " + Route(number)));
        var clock = new FastClock(Path.Combine(folder, "clock"));
        clock.Set(Calendar.ServerStart);
        var server = await ServerProcess.StartAsync(
            site.Client,
            site.ClientAddress,
            Path.Combine(folder, "server"),
            environment: clock.Environment,
            options: ServerOptions
        );
        var certificate = await ShownCertificate.OfAsync(site.Client, server);
        clock.Set(Calendar.Begin);
        var token = server.CreateToken("--uses", "1000000", "--ttl", "365d");
        var agent = new AgentProcess(site.Hosts[0], folder, Binaries.Agent) { Environment = clock.Environment };
        var joined = agent.Enrol(server.Url, token);
        if (joined.ExitCode != 0)
            throw new LabException($"the host did not enrol: {joined.Error}{joined.Output}");
        agent.Start();
        var swarm = StartSwarm(site.Client, server, token, options.Hosts, clock.Environment);
        await swarm.WaitForLineAsync($"{options.Hosts} hosts enrolled");
        return new(site, clock, server, new(site.Client, server, server.CreateToken("--kind", "api", "--role", "admin", "--ttl", "365d")))
        {
            Agent = agent,
            Swarm = swarm,
            Accounts = await Task.WhenAll(
                Enumerable.Range(1, AccountCount).Select(number => Account.MakeAsync(server, site.Client, number))
            ),
            FirstCertificate = certificate,
            HostCount = options.Hosts + 1,
        };
    }

    /// <summary>The programs that must live through the soak.</summary>
    /// <exception cref="LabException">One ended.</exception>
    public void RequireAlive()
    {
        if (Server.Ended)
            throw new LabException($"the server ended by itself:\n{Server.Output}");
        if (Agent.Daemon.Ended)
            throw new LabException($"the agent ended by itself:\n{Agent.Output}");
        if (Swarm.Ended)
            throw new LabException($"the simulated hosts ended by themselves:\n{Swarm.Output}");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        int[] processes = [Server.Id, Agent.Daemon.Id, Swarm.Id];
        try
        {
            // Only its own end removes the state that it has in memory.
            Swarm.StopAsync(TimeSpan.FromMinutes(1)).GetAwaiter().GetResult();
        }
        catch (LabException)
        {
            // It is killed in that case.
        }
        Swarm.Dispose();
        Agent.Dispose();
        Administrator.Dispose();
        Server.Dispose();
        Clock.Dispose();
        site.Dispose();
        foreach (var process in processes)
            FakeClock.Forget(process);
    }

    private static string Network(int number) => $"172.{16 + number / 256}.{number % 256}";

    /// <summary>They report their connections every ten seconds instead of every five minutes.</summary>
    private static LabProcess StartSwarm(
        NetNamespace space,
        ServerProcess server,
        ServerToken token,
        int hosts,
        IReadOnlyDictionary<string, string> environment
    ) =>
        space.Start(
            Binaries.Swarm,
            [
                "--server",
                server.Url,
                "--token",
                token.Token,
                "--ca-pin",
                token.CaPin,
                "--hosts",
                $"{hosts}",
                "--rate",
                "1",
                "--report-every",
                "10s",
                .. Lossless,
            ],
            environment
        );
}
