using System.Net;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Simulated;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>A simulated host with its own state directory and a clock that moves only when the test moves it.</summary>
internal sealed class Bench : IDisposable
{
    public const string Default = "ipv4 main default via 192.0.2.1 dev eth0 metric 100";
    public const string Ten = "ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth1";

    public Bench()
    {
        Tuner = new SimulatedTuner(Clock);
        // The directory is in memory and flushes at once; other tests cover flushing.
        var place = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();
        State = StateDirectory.Open(Path.Combine(place, $"iwtune-{Guid.NewGuid():N}"));
    }

    public TestClock Clock { get; } = new();

    public SimulatedTuner Tuner { get; }

    public FakeDoctor Doctor { get; } = new();

    public StateDirectory State { get; }

    /// <summary>A new process over the same host and the same directory.</summary>
    public Reconciler Open(bool followed = true, Func<HostSettings>? settings = null, Func<HostSight>? sight = null) =>
        Reconciler.Open(State, Tuner, new SimulatedProbe(Clock), Clock, AgentLog.Silent, followed, settings, sight);

    /// <summary>The same host for a daemon.</summary>
    public DaemonHost DaemonHost => new(Tuner, new SimulatedProbe(Clock), new LinuxHostFacts(), new KnownPeers());

    public Bench WithUsualRoutes()
    {
        Tuner.Add(Route("0.0.0.0/0", "eth0", "192.0.2.1", "dhcp") with { Metric = 100, Rest = "mtu 1400" });
        Tuner.Add(Route("10.0.0.0/8", "eth1", "192.0.2.9", "static"));
        Tuner.Add(Route("192.0.2.0/24", "eth0", null, "kernel"));
        return this;
    }

    public static SimulatedRoute Route(string destination, string iface, string? gateway, string protocol) =>
        new()
        {
            Destination = IPNetwork.Parse(destination),
            Interface = iface,
            Gateway = gateway,
            Protocol = protocol,
        };

    public static BundleContent Content(params (string Scope, int? Cwnd, int? Rwnd)[] windows) =>
        new()
        {
            Policy = "edge",
            Revision = 1,
            Windows = [.. windows.Select(window => new BundleWindow(window.Scope, window.Cwnd, window.Rwnd))],
        };

    public Window WindowOf(string id) => Tuner.Routes.Single(route => route.Id == id).Window;

    public void Dispose() => Directory.Delete(State.Root, recursive: true);
}
