using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Networkd;

/// <summary>A host whose eth0 the real systemd-networkd manages, and behind a router a place to connect to.</summary>
internal sealed class NetworkdSite : IDisposable
{
    public const string Unit = "10-eth0.network";

    private const int Port = 8080;
    private readonly Socket _listener;
    private readonly PrivateBus? _bus;

    public NetworkdSite(PrivateBus? bus = null)
    {
        _bus = bus;
        Host = Privileged.Namespace("host");
        Router = NetNamespace.Create("router");
        foreach (var space in (NetNamespace[])[Host, Router])
            space.Sysctl("net.ipv6.conf.default.accept_dad", "0");
        NetNamespace.Join(Host, "eth0", Router, "lan0");
        Router.Sysctl("net.ipv6.conf.all.forwarding", "1");
        Router.Ip("addr add 10.60.0.1/24 dev lan0");
        Router.Ip("addr add 10.60.0.2/24 dev lan0");
        Router.Ip("-6 addr add fd60::1/64 dev lan0 nodad");
        Router.Ip("addr add 10.200.0.1/32 dev lo");
        Router.Ip("-6 addr add fd20::1/128 dev lo");
        _listener = Router.Run(() =>
        {
            var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
            socket.Bind(new IPEndPoint(IPAddress.IPv6Any, Port));
            socket.Listen(64);
            return socket;
        });
        // Metrics cached from an earlier connection would decide the next one's window.
        Host.Sysctl("net.ipv4.tcp_no_metrics_save", "1");
        Networkd = new NetworkdDaemon(Host, bus);
    }

    public NetNamespace Host { get; }

    public NetNamespace Router { get; }

    public NetworkdDaemon Networkd { get; }

    /// <summary>The content of the unit besides the link's name.</summary>
    public async Task StartAsync(string sections)
    {
        Networkd.Unit(Unit, $"[Match]\nName=eth0\n{sections}\n");
        Networkd.Start();
        await Networkd.ConfiguredAsync("eth0");
    }

    /// <summary>An agent's tuner that treats this networkd as its host's.</summary>
    /// <param name="version">The version it takes it for.</param>
    /// <param name="seesRun">False for an agent that is in another mount namespace than networkd and has only the bus.</param>
    /// <param name="reloads">What the administrator wrote for <c>networkd.reload-now</c>.</param>
    public LinuxTuner Tuner(int version = 252, bool seesRun = true, bool reloads = false) =>
        new(new HostOptions { Settings = () => HostSettings.Default with { ReloadNetworkd = reloads } }, TimeProvider.System)
        {
            Oracle = new OwnerOracle(
                TimeProvider.System,
                new HostPlaces
                {
                    RunDirectory = seesRun ? Networkd.Run : "",
                    NetworkdDirectory = Networkd.Units,
                    NetworkdVersion = () => version,
                    Bus = _bus?.Address ?? "",
                }
            ),
        };

    public string DropIn => Path.Combine(Networkd.Units, Unit + ".d", "50-iwtune.conf");

    public HostSnapshot Read(LinuxTuner tuner) => Wait(() => tuner.ReadAsync(CancellationToken.None));

    public Target Default(LinuxTuner tuner, AddressFamily family = AddressFamily.InterNetwork) =>
        Assert.Single(
            Read(tuner).Targets,
            target => target.IsDefault && target.InMainTable && target.Destination.BaseAddress.AddressFamily == family
        );

    public Outcome Apply(LinuxTuner tuner, Step step) => Wait(() => tuner.ApplyAsync(step, CancellationToken.None));

    public Outcome Set(LinuxTuner tuner, Target target, int segments) => Apply(tuner, new Step.Set(target, new Window(segments, null)));

    public IReadOnlyList<string> Sweep(LinuxTuner tuner, params string[] managed) =>
        Wait(() => tuner.SweepAsync(managed.ToHashSet(), CancellationToken.None));

    public Following Follow(LinuxTuner tuner, params string[] managed) =>
        Wait(() => tuner.FollowAsync(managed.ToHashSet(), CancellationToken.None));

    /// <summary>The before-images that the journal would hold.</summary>
    public static BeforeImage Image(Target target) => new(target.Id, target.Underneath, target.Raw, "boot", DateTimeOffset.UnixEpoch);

    /// <summary>The first flight of a fresh connection beyond the router, in segments.</summary>
    public int FirstFlight(string to = "10.200.0.1") =>
        Host.Run(() =>
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            socket.Connect(IPAddress.Parse(to), Port);
            return TcpInfo.Of(socket).Cwnd;
        });

    /// <summary>The cable is pulled and plugged in again.</summary>
    public async Task FlapAsync()
    {
        Router.Ip("link set lan0 down");
        // 252 gives up a link permanently when it returns while addresses and routes are still being removed.
        await Networkd.SaysAsync("eth0", "IPV4_ADDRESS_STATE=off");
        var lost = TimeProvider.System.GetUtcNow().UtcDateTime;
        Router.Ip("link set lan0 up");
        Router.Ip("-6 addr replace fd60::1/64 dev lan0 nodad");
        await Networkd.ConfiguredAsync("eth0", lost);
    }

    public Task HasDefaultAsync(string containing) =>
        Until.TrueAsync(
            () => (Host.Ip("-4 route show default") + Host.Ip("-6 route show default")).Contains(containing, StringComparison.Ordinal),
            () => $"no {containing} in\n{Host.Ip("route")}{Host.Ip("-6 route")}{Networkd.Output}"
        );

    public void Dispose()
    {
        _listener.Dispose();
        Networkd.Dispose();
        Host.Dispose();
        Router.Dispose();
    }

    private T Wait<T>(Func<ValueTask<T>> ask) => Host.RunAsync(async () => await ask()).GetAwaiter().GetResult();
}
