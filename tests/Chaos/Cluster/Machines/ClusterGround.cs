using System.Net;
using System.Text.Json;
using IwTune.Chaos.Cluster.Databases;
using IwTune.Chaos.Running;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Chaos.Cluster.Machines;

/// <summary>The machines of a run: three of the database, two of servers, a proxy in front of them, and two hosts beyond it.</summary>
internal sealed class ClusterGround : IDisposable
{
    private const int PublicPort = 7443;
    private const string Memory = "/dev/shm";

    /// <summary>Of each server: the first one reaches PostgreSQL itself, the second one through PgBouncer.</summary>
    private static readonly int[] Ways = [5432, 6432];

    private readonly string root;
    private readonly Site site;
    private readonly List<IDisposable> made = [];
    private readonly List<ChaosHost> hosts = [];
    private readonly List<FleetServer> servers = [];
    private ServerToken administration = new("", "", "");
    private HttpClient? http;

    private ClusterGround(string root, Site site) => (this.root, this.site) = (root, site);

    public DatabaseCluster Database { get; private set; } = null!;

    public IReadOnlyList<FleetServer> Servers => servers;

    public IReadOnlyList<ChaosHost> Hosts => hosts;

    /// <summary>The API as an administrator beyond the proxy reaches it.</summary>
    public HttpClient Api => http!;

    /// <summary>Starts everything; the hosts are members, and their daemons run.</summary>
    public static async Task<ClusterGround> BuildAsync(TimeSpan limit)
    {
        // In memory: kills and partitions are the faults here, and the flushes of seven programs on one disk would be one more.
        var root = Directory
            .CreateDirectory(
                Path.Combine(Directory.Exists(Memory) ? Memory : Path.GetTempPath(), $"iwtune-cluster-{Environment.ProcessId}")
            )
            .FullName;
        // The user of PostgreSQL has a folder in it.
        File.SetUnixFileMode(root, (UnixFileMode)0b111_101_101);
        var ground = new ClusterGround(root, Site.Build(TimeSpan.FromMilliseconds(1), "host1", "host2"));
        try
        {
            await ground.StartAsync(limit);
            return ground;
        }
        catch
        {
            ground.Dispose();
            throw;
        }
    }

    /// <summary>Runs <c>iwtune fleet …</c> as an administrator types it.</summary>
    public CommandResult Fleet(params string[] words) =>
        site.Client.TryExec(
            "env",
            [
                $"IWTUNE_SERVER={Url}",
                $"IWTUNE_TOKEN={administration.Token}",
                $"IWTUNE_CA_PIN={administration.CaPin}",
                Binaries.Agent,
                "fleet",
                .. words,
            ]
        );

    /// <summary>The servers as one of them lists them; <see langword="null"/> when none answers.</summary>
    /// <param name="server">Its own address; without one the proxy chooses.</param>
    public async Task<FleetServers?> ListedAsync(string? server = null)
    {
        try
        {
            return JsonSerializer.Deserialize(
                await Api.GetStringAsync(new Uri(new Uri(server ?? Url), FleetPaths.Servers)),
                ServersJson.Default.FleetServers
            );
        }
        catch (Exception away) when (away is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }

    /// <summary>The server that leads, as each says of itself: all are listed by the name that hosts use.</summary>
    public async Task<FleetServer?> LeaderAsync()
    {
        foreach (var server in servers)
            if ((await ListedAsync(server.Url))?.Servers.Any(one => one is { Answers: true, Leads: true }) == true)
                return server;
        return null;
    }

    /// <summary>The same, which is known within seconds.</summary>
    public async Task<FleetServer> LeadingAsync()
    {
        FleetServer? leader = null;
        await Until.TrueAsync(
            async () => (leader = await LeaderAsync()) is not null,
            () => "no server leads",
            TimeSpan.FromMinutes(1),
            TimeSpan.FromMilliseconds(500)
        );
        return leader!;
    }

    /// <summary>Waits until a fault may come: every part runs, and knows the others.</summary>
    public async Task WholeAsync()
    {
        await Database.WholeAsync();
        FleetServers? listed = null;
        await Until.TrueAsync(
            async () =>
                (listed = await ListedAsync())?.Servers.Count(one => one.State == ServerState.InStep) == Ways.Length
                && listed.Servers.Count(one => one.Leads) == 1,
            () => $"the servers are not whole: {listed}\n{string.Join('\n', servers.Select(one => one.Log))}",
            TimeSpan.FromMinutes(2),
            TimeSpan.FromMilliseconds(500)
        );
    }

    /// <summary>Keeps the logs of all programs.</summary>
    public void KeepIn(string folder)
    {
        foreach (var node in Database.Nodes)
            File.WriteAllText(Path.Combine(folder, $"{node.Name}.log"), node.Log);
        foreach (var server in servers)
            File.WriteAllText(Path.Combine(folder, $"{server.Name}.log"), server.Log);
        foreach (var host in hosts)
            host.KeepIn(folder);
    }

    public void Dispose()
    {
        http?.Dispose();
        foreach (var host in hosts)
            host.Dispose();
        foreach (var one in Enumerable.Reverse(made))
            one.Dispose();
        site.Dispose();
        Directory.Delete(root, recursive: true);
    }

    private string Url => $"https://{site.ClientAddress}:{PublicPort}";

    private async Task StartAsync(TimeSpan limit)
    {
        var network = new Switch(site.Client, IPAddress.Parse("10.0.0.5"));
        Database = await DatabaseCluster.StartAsync(network, root);
        made.Add(Database);
        foreach (var (way, number) in Ways.Select((way, at) => (way, at + 1)))
        {
            var machine = new Machine(network, $"iwtune{number}", new IPAddress(new byte[] { 10, 0, 0, (byte)(10 + number) }));
            servers.Add(new FleetServer(machine, root, Database, way));
            made.Add(servers[^1]);
            await servers[^1].StartAsync(site.ClientAddress);
        }
        var proxy = Path.Combine(root, "haproxy.cfg");
        File.WriteAllText(proxy, Deployed.Read("haproxy/fleet.cfg", ("maxconn 20000", "maxconn 1000")));
        var front = site.Client.Start("haproxy", "-db", "-f", proxy);
        made.Add(front);
        await Until.TrueAsync(
            async () =>
            {
                using var probe = Web.From(site.Client);
                probe.Timeout = limit;
                try
                {
                    return (await probe.GetAsync(new Uri($"{Url}/readyz"))).IsSuccessStatusCode;
                }
                catch (HttpRequestException)
                {
                    return false;
                }
            },
            () => $"the proxy in front of the servers has no server that is ready:\n{front.Output}",
            TimeSpan.FromMinutes(2)
        );
        var joining = servers[0].Server.CreateToken("--uses", "100");
        administration = servers[0].Server.CreateToken("--kind", "api", "--role", "admin", "--ttl", "30d");
        http = Web.From(site.Client);
        http.Timeout = limit;
        http.BaseAddress = new Uri(Url);
        http.DefaultRequestHeaders.Authorization = new("Bearer", administration.Token);
        foreach (var (host, at) in site.Hosts.Select((host, at) => (host, at)))
        {
            hosts.Add(new ChaosHost(host, root, at + 1));
            var joined = hosts[^1].Agent.Enrol(Url, joining);
            if (joined.ExitCode != 0)
                throw new LabException($"{host.Name} did not enrol: {joined.Error}{joined.Output}");
            hosts[^1].Start();
        }
    }
}
