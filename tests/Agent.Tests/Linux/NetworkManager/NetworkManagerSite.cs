using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.NetworkManager;

/// <summary>A host whose eth0 the real NetworkManager manages, and a router with places behind it to connect to.</summary>
internal sealed class NetworkManagerSite : IDisposable
{
    /// <summary>
    /// A profile with everything that a static one of IPv4 may have: routes with and without metric, one with its own attributes, one of
    /// another table, a gateway.
    /// </summary>
    public const string Edge = """
        [ipv4]
        method=manual
        address1=10.99.0.1/24,10.99.0.2
        route1=10.1.0.0/16,10.99.0.2,50
        route2=10.2.0.0/16,10.99.0.2
        route2_options=initcwnd=12,lock-mtu=true,mtu=1400
        route3=10.3.0.0/16,10.99.0.2
        route3_options=table=300
        dns=192.0.2.53;
        dns-search=example.org;
        [ipv6]
        method=ignore
        """;

    /// <summary>The same with IPv6.</summary>
    public const string EdgeWithIpv6 = """
        [ipv4]
        method=manual
        address1=10.99.0.1/24,10.99.0.2
        route1=10.1.0.0/16,10.99.0.2,50
        [ipv6]
        method=manual
        address1=fd99::1/64
        route1=fd01::/48,fd99::2,70
        """;

    private readonly TcpListener _listener;

    private NetworkManagerSite(PrivateBus bus)
    {
        Bus = bus;
        Host = NetNamespace.Create("nm");
        Router = NetNamespace.Create("router");
        // An address under duplicate detection gets its routes a second later: a snapshot of the routes would be a race.
        foreach (var space in (NetNamespace[])[Host, Router])
        {
            space.Sysctl("net.ipv6.conf.default.accept_dad", "0");
            space.Sysctl("net.ipv6.conf.default.addr_gen_mode", "1");
        }
        NetNamespace.Join(Host, "eth0", Router, "p0");
        Router.Ip("addr add 10.99.0.2/24 dev p0");
        Router.Ip("-6 addr add fd99::2/64 dev p0 nodad");
        foreach (var place in (string[])["10.1.0.1/32", "10.2.0.1/32", "10.3.0.1/32", "10.200.0.1/32"])
            Router.Ip($"addr add {place} dev lo");
        Router.Ip("-6 addr add fd01::1/128 dev lo nodad");
        _listener = Router.Run(() =>
        {
            var socket = new TcpListener(IPAddress.IPv6Any, 0);
            socket.Server.DualMode = true;
            socket.Start(64);
            return socket;
        });
        Daemon = new NetworkManagerDaemon(Host, bus, "eth0");
        Tuner = NewTuner();
    }

    public PrivateBus Bus { get; }

    public NetNamespace Host { get; }

    public NetNamespace Router { get; }

    public NetworkManagerDaemon Daemon { get; }

    public LinuxTuner Tuner { get; }

    /// <summary>Link up, with this profile on eth0.</summary>
    public static async Task<NetworkManagerSite> StartAsync(string sections = Edge)
    {
        Privileged.Require();
        var site = new NetworkManagerSite(await PrivateBus.StartAsync());
        site.Daemon.Profile("edge", NetworkManagerDaemon.Keyfile("edge", "eth0", sections));
        await site.Daemon.StartAsync();
        await site.Daemon.ActivatedAsync("eth0");
        return site;
    }

    public LinuxTuner NewTuner(bool convertGateway = false)
    {
        var settings = HostSettings.Default with { ConvertGateway = convertGateway };
        return new LinuxTuner(TimeProvider.System)
        {
            Oracle = new OwnerOracle(TimeProvider.System, new HostPlaces { RunDirectory = "", Bus = Bus.Address }, () => settings),
        };
    }

    /// <summary>The saved profile as its file has it.</summary>
    public string Keyfile => File.ReadAllText(Path.Combine(Daemon.Profiles, "edge.nmconnection"));

    /// <summary>The saved and the applied profile as systemd's busctl reads them, without the time of the last activation.</summary>
    public string Profiles()
    {
        string Ask(string path, string @interface, params string[] call) =>
            Bus.Busctl(["--json=short", "call", "org.freedesktop.NetworkManager", path, @interface, .. call]);
        var device = JsonNode.Parse(
            Ask("/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "GetDeviceByIpIface", "s", "eth0")
        )!["data"]![0]!.ToString();
        var profile = JsonNode.Parse(
            Ask(
                "/org/freedesktop/NetworkManager/Settings",
                "org.freedesktop.NetworkManager.Settings",
                "GetConnectionByUuid",
                "s",
                NetworkManagerDaemon.UuidOf("edge")
            )
        )!["data"]![0]!.ToString();
        var saved = JsonNode.Parse(Ask(profile, "org.freedesktop.NetworkManager.Settings.Connection", "GetSettings"))!["data"]![0]!;
        saved["connection"]!.AsObject().Remove("timestamp");
        var applied = JsonNode.Parse(Ask(device, "org.freedesktop.NetworkManager.Device", "GetAppliedConnection", "u", "0"))!["data"]![0]!;
        applied["connection"]!.AsObject().Remove("timestamp");
        return Sorted(saved) + "\n" + Sorted(applied);
    }

    public HostSnapshot Read(LinuxTuner? tuner = null) => Wait(() => (tuner ?? Tuner).ReadAsync(CancellationToken.None));

    public Target Target(string id, LinuxTuner? tuner = null) =>
        Read(tuner).Targets.FirstOrDefault(target => target.Id == id)
        ?? throw new InvalidOperationException(
            $"no target {id}; there are:\n{string.Join('\n', Read(tuner).Targets.Select(target => target.Id))}"
        );

    public Outcome Apply(Step step, LinuxTuner? tuner = null) => Wait(() => (tuner ?? Tuner).ApplyAsync(step, CancellationToken.None));

    public Outcome Set(string id, int cwnd, int? rwnd = null, LinuxTuner? tuner = null) =>
        Apply(new Step.Set(Target(id, tuner), new Window(cwnd, rwnd)), tuner);

    public Outcome PutBack(BeforeImage before, LinuxTuner? tuner = null) =>
        Apply(new Step.PutBack(Target(before.TargetId, tuner), before), tuner);

    public BeforeImage Image(string id, LinuxTuner? tuner = null) =>
        Target(id, tuner) is var target
            ? new BeforeImage(target.Id, target.Underneath, target.Raw, Read(tuner).BootId, DateTimeOffset.UnixEpoch)
            : null!;

    /// <summary>What a fresh connection to this address starts with.</summary>
    public async Task<int?> FirstFlightAsync(string id, string address)
    {
        var peer = new IPEndPoint(IPAddress.Parse(address), ((IPEndPoint)_listener.LocalEndpoint).Port);
        var target = Target(id);
        var evidence = await Host.RunAsync(async () =>
            await new TcpInfoProbe(() => [peer], TimeProvider.System).ProbeAsync(target, CancellationToken.None)
        );
        Assert.True(evidence.Conclusive, evidence.Note);
        return evidence.InitialCwnd;
    }

    /// <summary>Waits until a route has its expected form; NetworkManager writes after it answered.</summary>
    public Task RouteAsync(string show, string containing) =>
        Until.TrueAsync(
            () => Host.Ip(show).Contains(containing, StringComparison.Ordinal),
            () => $"no '{containing}' in\n{Host.Ip(show)}\n{Daemon.Output}"
        );

    public void Dispose()
    {
        Tuner.Dispose();
        _listener.Dispose();
        Daemon.Dispose();
        Host.Dispose();
        Router.Dispose();
        Bus.Dispose();
    }

    private static string Sorted(JsonNode node) =>
        node switch
        {
            JsonObject map => "{"
                + string.Join(
                    ",",
                    map.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => pair.Key + ":" + Sorted(pair.Value!))
                )
                + "}",
            JsonArray list => "[" + string.Join(",", list.Select(item => Sorted(item!))) + "]",
            _ => node.ToJsonString(),
        };

    private T Wait<T>(Func<ValueTask<T>> ask) => Host.RunAsync(async () => await ask()).GetAwaiter().GetResult();
}
