using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>The native agent as a daemon without a server.</summary>
internal sealed partial class IwTunePeer : IPeer
{
    private readonly Scratch scratch = new();
    private LabProcess? daemon;

    public string Name => "IwTune";

    public Rival? Program => null;

    public DisturbedRoute Route { get; } = new();

    public int? Resident => daemon?.Id;

    public string ResidentNote => "";

    public PeerCommand Idle => new("iwtune status", () => Spawn.Timed([Shipped.Agent, "status", "--socket", Daemon.Socket(scratch)]).Wall);

    public PeerCommand? Repair => null;

    public string Better => "–";

    public async Task StartAsync() => daemon = await Daemon.StartRepairingAsync(Route.Space, scratch, RouteUnderTest.Policy);

    public string? Schedule() => null;

    public string Reports()
    {
        if (daemon is not { Ended: false })
            throw new BenchException($"the daemon ended; it said:\n{daemon?.Output}");
        var status = Commands.Run(Shipped.Agent, "status", "--socket", Daemon.Socket(scratch), "--json");
        var verified = Verify();
        return
            status.Contains("\"wanted\"", StringComparison.Ordinal)
            && status.Contains("\"configured\"", StringComparison.Ordinal)
            && Effective().IsMatch(verified)
            ? "required, configured and effective window, the last measured on a connection (`iwtune verify`)"
            : throw new BenchException($"`iwtune verify` measured no window:\n{verified}");
    }

    public void Dispose()
    {
        daemon?.Dispose();
        Route.Dispose();
        scratch.Dispose();
    }

    /// <summary>Gives the route a peer, and measures a connection to it.</summary>
    private string Verify()
    {
        var address = new IPEndPoint(IPAddress.Parse("10.50.0.1"), 443);
        using var far = NetNamespace.Create("far");
        Route.Space.Ip($"link set {RouteSpace.FarLink} netns {far.Name}");
        far.Ip($"addr add {RouteSpace.Gateway}/24 dev {RouteSpace.FarLink}");
        far.Ip($"link set {RouteSpace.FarLink} up");
        far.Ip($"addr add {address.Address}/32 dev lo");
        using var listener = far.Run(() =>
        {
            var listening = new TcpListener(address);
            listening.Start();
            return listening;
        });
        RouteUnderTest.Reset(Route.Space);
        _ = Route.Await(Stopwatch.StartNew(), TimeSpan.FromSeconds(30), TimeSpan.FromMilliseconds(50));
        var policy = scratch.Write("verified.yaml", RouteUnderTest.Policy);
        return Route.Space.Run(() =>
            Commands.TryRun(Shipped.Agent, "verify", policy, "--peer", $"{address}", "--state", scratch.At("verified"), "--json").Output
        );
    }

    [GeneratedRegex("\"effectiveSegments\": *[0-9]+")]
    private static partial Regex Effective();
}
