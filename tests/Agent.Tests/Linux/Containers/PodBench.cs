using System.Globalization;
using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Probing;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Cli;
using IwTune.Agent.Tests.Linux.Bpf;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Containers;

/// <summary>
/// A host with a bridge and pods behind it, each in a network namespace and control groups of its own, and a neighbour that they reach
/// through the host.
/// </summary>
internal sealed class PodBench : IDisposable
{
    private static readonly string Lab = Path.Combine(AppContext.BaseDirectory, "iwtune-lab");

    private readonly List<Pod> _pods = [];

    public PodBench()
    {
        Logs = Directory.CreateTempSubdirectory("iwt-pods-").FullName;
        Bench = new BpfBench(Logs);
        Host.Sysctl("net.ipv4.ip_forward", "1");
        Host.Sysctl("net.ipv6.conf.all.forwarding", "1");
        Host.IpBatch(
            "link add cni0 type bridge",
            "link set cni0 up",
            "addr add 10.244.0.1/24 dev cni0",
            "addr add fd44::1/64 dev cni0 nodad",
            // A router asks for the neighbour of a forwarded packet from its link-local address.
            "addr add fe80::1/64 dev cni0 nodad",
            "addr add fe80::1/64 dev v0 nodad"
        );
        // Seen from the host its neighbour connects from an address behind the default route.
        Far.IpBatch(
            "route add 10.99.0.1/32 dev p0 src 10.77.0.1",
            "route add 10.244.0.0/24 via 10.99.0.1 src 10.77.0.1",
            "route add fd44::/64 via fd99::1"
        );
    }

    public BpfBench Bench { get; }

    /// <summary>kubelet's folder of logs.</summary>
    public string Logs { get; }

    public NetNamespace Host => Bench.Zoo.Host;

    public NetNamespace Far => Bench.Zoo.Peer;

    /// <summary>A pod as kubelet and containerd make it on a host with systemd.</summary>
    public Pod Add(string name, int address)
    {
        var uid = Guid.NewGuid().ToString();
        Directory.CreateDirectory(Path.Combine(Logs, $"shop_{name}_{uid}"));
        var net = NetNamespace.Create(name);
        Host.IpBatch($"link add veth{address} type veth peer name eth0 netns {net.Name}", $"link set veth{address} master cni0 up");
        net.Sysctl("net.ipv6.conf.eth0.accept_dad", "0");
        net.IpBatch(
            "link set eth0 up",
            $"addr add 10.244.0.{address}/24 dev eth0",
            $"addr add fd44::{address}/64 dev eth0 nodad",
            "route add default via 10.244.0.1",
            "route add default via fd44::1"
        );
        var group = Path.Combine(
            Bench.Group.Path,
            "kubepods.slice",
            "kubepods-burstable.slice",
            $"kubepods-burstable-pod{uid.Replace('-', '_')}.slice"
        );
        var leaf = Path.Combine(
            group,
            $"cri-containerd-{Convert.ToHexStringLower(Guid.NewGuid().ToByteArray())}{uid.Replace("-", "", StringComparison.Ordinal)}.scope"
        );
        Directory.CreateDirectory(leaf);
        var pod = new Pod(this, name, uid, net, group, leaf, $"10.244.0.{address}");
        _pods.Add(pod);
        return pod;
    }

    /// <summary>The windows that connections of the host itself start with.</summary>
    public Task<string> ConnectAsync(params string[] peers) => Bench.ConnectAsync(peers);

    /// <summary>The first flight of a server at this address, as the neighbour counts it on the wire.</summary>
    public async Task<int> OnTheWireAsync(string address)
    {
        var said = await NamespaceShell.RunAsync(Far, [("probe", ProbeVerb.Create)], ["probe", $"{address}:8000", "--json"]);
        Assert.True(said.Exit == 0, said.Out + said.Error);
        return JsonNode.Parse(said.Out)!["segments"]!.GetValue<int>();
    }

    /// <summary>A server of the host itself.</summary>
    public async Task<LabProcess> ServeAsync()
    {
        var server = Bench.StartMeasuring("serve", "cubic", "8000");
        await server.WaitForLineAsync("serving");
        return server;
    }

    /// <summary>Every program of the agent below the bench's group, by the group's last folder.</summary>
    public IReadOnlyList<string> Programs() =>
        [
            .. Directory
                .EnumerateDirectories(Bench.Group.Path, "*", SearchOption.AllDirectories)
                .Prepend(Bench.Group.Path)
                .SelectMany(group =>
                    ProgramQuery.Of(group, inherited: false).Select(program => $"{Path.GetFileName(group)} {program.Name}")
                )
                .Order(StringComparer.Ordinal),
        ];

    public Target TargetOf(Pod pod) => Bench.Zoo.Target(pod.TargetId);

    /// <summary>The routes that the host's administrator made; the kernel adds some of its own while links come up.</summary>
    public string Routes() => Host.Ip("route show default") + Host.Ip("-6 route show default");

    public IReadOnlyList<string> Groups() =>
        [.. Directory.EnumerateDirectories(Bench.Group.Path, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];

    public void Dispose()
    {
        foreach (var pod in _pods.ToList())
            pod.Dispose();
        foreach (var slice in (string[])["kubepods.slice/kubepods-burstable.slice", "kubepods.slice"])
            if (Path.Combine(Bench.Group.Path, slice) is var path && Directory.Exists(path))
                Directory.Delete(path);
        Bench.Dispose();
        Directory.Delete(Logs, recursive: true);
    }

    /// <summary>One pod.</summary>
    internal sealed class Pod(PodBench bench, string name, string uid, NetNamespace net, string group, string leaf, string address)
        : IDisposable
    {
        public string TargetId { get; } = $"container kubernetes shop/{name} burstable {uid}";

        /// <summary>The pod's control group.</summary>
        public string Group => group;

        /// <summary>The control group of its one container.</summary>
        public string Leaf => leaf;

        public string Address => address;

        public NetNamespace Net => net;

        /// <summary>A process of the pod.</summary>
        public LabProcess Start(string program, params string[] arguments) =>
            net.Start("sh", ["-c", $"echo $$ > {leaf}/cgroup.procs && exec \"$@\"", "sh", program, .. arguments]);

        /// <summary>The windows that connections of the pod start with.</summary>
        public async Task<string> ConnectAsync(params string[] peers)
        {
            using var process = Start(Lab, ["measure", "connect", "cubic", .. peers.Select(peer => $"{peer}:{BpfBench.Port}")]);
            Assert.True(await process.WaitForExitAsync() == 0, process.Output);
            return string.Join(' ', process.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Cwnd));
        }

        /// <summary>A server of the pod, at port 8000.</summary>
        public async Task<LabProcess> ServeAsync()
        {
            var server = Start(Lab, "measure", "serve", "cubic", "8000");
            await server.WaitForLineAsync("serving");
            return server;
        }

        /// <summary>Ends it as kubelet does: its processes, its groups, its network, its logs.</summary>
        public void Dispose()
        {
            if (!bench._pods.Remove(this))
                return;
            foreach (var folder in (string[])[leaf, group])
                Until.True(() => IsRemoved(folder), () => $"{folder} cannot be removed");
            net.Dispose();
            Directory.Delete(Path.Combine(bench.Logs, $"shop_{name}_{uid}"));
        }

        private static bool IsRemoved(string folder)
        {
            foreach (var process in File.ReadAllLines(Path.Combine(folder, "cgroup.procs")))
                Commands.TryRun("kill", "-9", process);
            try
            {
                Directory.Delete(folder);
                return true;
            }
            catch (IOException)
            {
                return false; // killed processes are not gone yet
            }
        }

        private static int Cwnd(string line) =>
            int.Parse(line[(line.IndexOf(" cwnd ", StringComparison.Ordinal) + 6)..].Split(' ')[0], CultureInfo.InvariantCulture);
    }
}
