using System.Text.Json.Nodes;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux;

/// <summary>A namespace with two links to a neighbour, addresses on both, and a tuner in it.</summary>
internal sealed class RouteZoo : IDisposable
{
    private readonly NetNamespace _peer;
    private readonly HostSettings _settings;
    private readonly string _run = Directory.CreateTempSubdirectory("iwt-run-").FullName;

    public RouteZoo(HostSettings? settings = null)
    {
        _settings = settings ?? HostSettings.Default;
        Host = Privileged.Namespace("zoo");
        _peer = NetNamespace.Create("peer");
        // No link-local addresses: they appear at an unpredictable time, and a test compares all routes before and after.
        Host.Sysctl("net.ipv6.conf.default.addr_gen_mode", "1");
        Host.IpBatch(
            $"link add v0 type veth peer name p0 netns {_peer.Name}",
            $"link add v1 type veth peer name p1 netns {_peer.Name}",
            "link set v0 up",
            "link set v1 up",
            "addr add 10.99.0.1/24 dev v0",
            "addr add 10.98.0.1/24 dev v1",
            "addr add fd99::1/64 dev v0 nodad",
            "addr add fd98::1/64 dev v1 nodad"
        );
        _peer.IpBatch(
            "link set p0 up",
            "link set p1 up",
            "addr add 10.99.0.2/24 dev p0",
            "addr add 10.98.0.2/24 dev p1",
            "addr add fd99::2/64 dev p0 nodad",
            "addr add fd98::2/64 dev p1 nodad"
        );
        Settle();
        Tuner = NewTuner();
    }

    /// <summary>
    /// The kernel notices a little later that the carrier is up: it then takes the mark linkdown from routes, and adds an address's own.
    /// </summary>
    private void Settle()
    {
        // Destination, its prefix length in hexadecimal, and the device, as net/ipv6/route.c writes them.
        (string Destination, string Link)[] late =
        [
            ("fd990000000000000000000000000001 80", "v0"),
            ("fd980000000000000000000000000001 80", "v1"),
            ("ff000000000000000000000000000000 08", "v0"),
            ("ff000000000000000000000000000000 08", "v1"),
        ];
        Until.True(
            () =>
                !Host.Ip("route show table all").Contains("linkdown", StringComparison.Ordinal)
                && Routes() is var routes
                && late.All(one =>
                    routes.Any(route =>
                        route.StartsWith(one.Destination, StringComparison.Ordinal) && route.EndsWith(one.Link, StringComparison.Ordinal)
                    )
                ),
            () => Host.Ip("route show table all") + string.Join('\n', Routes())
        );

        string[] Routes() => Host.Run(() => File.ReadAllLines("/proc/thread-self/net/ipv6_route"));
    }

    public NetNamespace Host { get; }

    public NetNamespace Peer => _peer;

    public LinuxTuner Tuner { get; }

    /// <summary>Another agent's tuner in the same namespace.</summary>
    public LinuxTuner NewTuner() =>
        new(new HostOptions { Stays = true, Settings = () => _settings }, TimeProvider.System)
        {
            Oracle = new OwnerOracle(TimeProvider.System, new HostPlaces { RunDirectory = _run, Bus = "" }),
        };

    /// <summary>From now on the state files say that NetworkManager manages this link.</summary>
    public void Manage(string link) => File.WriteAllText(StateFile(link), "[device]\nmanaged=true\n");

    /// <summary>From now on the state files no longer say so.</summary>
    public void Unmanage(string link) => File.Delete(StateFile(link));

    private string StateFile(string link)
    {
        var index = JsonNode.Parse(Host.Ip($"-json link show {link}"))![0]!["ifindex"]!.GetValue<int>();
        return Path.Combine(Directory.CreateDirectory(Path.Combine(_run, "NetworkManager", "devices")).FullName, $"{index}");
    }

    public HostSnapshot Read() => Host.Run(() => Tuner.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult());

    public Target Target(string id) =>
        Read().Targets.FirstOrDefault(target => target.Id == id)
        ?? throw new InvalidOperationException(
            $"no target {id}; there are:\n{string.Join('\n', Read().Targets.Select(target => target.Id))}"
        );

    public Outcome Apply(Step step) => Host.Run(() => Tuner.ApplyAsync(step, CancellationToken.None).AsTask().GetAwaiter().GetResult());

    public void MustApply(Step step) =>
        Assert.Equal((TargetOutcome.Applied, ""), Apply(step) is var outcome ? (outcome.Kind, outcome.Detail) : default);

    /// <summary>Restores with the commands that are printed for people.</summary>
    public void ByShell(IReadOnlyList<Target> managed) =>
        RunByShell(Host, Host.Run(() => Tuner.ByHandAsync(managed, CancellationToken.None).AsTask().GetAwaiter().GetResult()));

    /// <summary>Every command must succeed.</summary>
    public static void RunByShell(NetNamespace host, IEnumerable<ManualUndo> undo) =>
        host.Exec("sh", "-e", "-c", string.Join('\n', undo.SelectMany(one => one.Lines)));

    /// <summary>The far end of v0 goes down; the kernel notices a little later.</summary>
    public void LoseCarrier()
    {
        Peer.Ip("link set p0 down");
        Until.True(() => Host.Ip("route show dev v0").Contains("linkdown", StringComparison.Ordinal), () => Host.Ip("route show dev v0"));
    }

    public static BeforeImage Image(Target target, HostSnapshot snapshot) =>
        new(target.Id, target.Current, target.Raw, snapshot.BootId, snapshot.At);

    /// <summary>All routes as <c>ip</c> shows them, without the remaining lifetime: the oracle.</summary>
    public string Oracle()
    {
        var lines = new List<string>();
        foreach (var family in (string[])["-4", "-6"])
        {
            foreach (var route in JsonNode.Parse(Host.Ip($"-json -d {family} route show table all"))!.AsArray())
            {
                route!.AsObject().Remove("expires");
                lines.Add(route.ToJsonString());
            }
        }
        return string.Join('\n', lines);
    }

    public void Dispose()
    {
        Tuner.Dispose();
        Host.Dispose();
        _peer.Dispose();
        Directory.Delete(_run, recursive: true);
    }
}
