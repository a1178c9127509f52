using System.Net;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Shared.Statistics;
using IwTune.Swarm.Traffic;

namespace IwTune.Swarm.Hosts;

/// <summary>A Linux host over the agent's simulated tuner, with the connections that it serves.</summary>
internal sealed class LinuxMachine : Machine
{
    private readonly IReadOnlyList<SimulatedRoute> _asBooted;
    private readonly TimeProvider _clock;
    private readonly ServedPath _path;
    private readonly double _rate;
    private readonly ulong _seed;
    private SimulatedTuner _tuner;

    public LinuxMachine(HostIdentity identity, ServedPath path, double rate, TimeProvider clock, SeededRandom random)
        : base(identity)
    {
        (_path, _rate, _clock, _seed) = (path, rate, clock, random.Next());
        _asBooted = [.. Routes(identity.Owner, random)];
        _tuner = Booted(identity.Facts.BootId);
    }

    public override IConnections Connections =>
        new ServedConnections(() => _tuner, _path, _rate, Identity.Facts.CongestionControl, _clock, _seed);

    public override int? Window => Default.Shadow?.InitCwnd ?? Default.Window.InitCwnd;

    private SimulatedRoute Default => _tuner.Routes[0];

    public override ITuner Open() => _tuner;

    public override void Reboot(string bootId)
    {
        Identity = Identity with { Facts = Identity.Facts with { BootId = bootId } };
        _tuner = Booted(bootId);
    }

    /// <summary>The owner of the default route sets it to its own values again, like the renewal of a DHCP lease.</summary>
    public void Renew() => _tuner.Change(Default.Id, route => route with { Window = Shared.Policies.Window.Unset }, Identity.Owner);

    private SimulatedTuner Booted(string bootId)
    {
        var tuner = new SimulatedTuner(_clock) { BootId = bootId };
        foreach (var route in _asBooted)
            tuner.Add(route);
        return tuner;
    }

    private static IEnumerable<SimulatedRoute> Routes(string owner, SeededRandom random)
    {
        var (site, host) = (random.Below(200) + 1, random.Below(250) + 2);
        var strategy = owner switch
        {
            "NetworkManager" => StrategyKind.Native,
            "systemd-networkd" or "ra" => StrategyKind.Shadow,
            "bird" => StrategyKind.ReportOnly,
            _ => StrategyKind.InPlace,
        };
        var all = new SimulatedRoute
        {
            Destination = IPNetwork.Parse("0.0.0.0/0"),
            Gateway = $"10.{site}.0.1",
            Interface = "eth0",
            Protocol = owner,
            Metric = owner is "static" or "boot" ? null : 100,
            Strategy = strategy,
        };
        yield return all;
        yield return new SimulatedRoute
        {
            Destination = IPNetwork.Parse($"10.{site}.0.0/24"),
            Interface = "eth0",
            Protocol = "kernel",
            Rest = $"scope link src 10.{site}.0.{host}",
        };
        if (random.Below(3) == 0)
            yield return new SimulatedRoute
            {
                Destination = IPNetwork.Parse("::/0"),
                Gateway = "fe80::1",
                Interface = "eth0",
                Protocol = owner == "boot" ? "ra" : owner,
                Metric = 1024,
                Strategy = strategy,
            };
        if (random.Below(5) == 0)
            yield return new SimulatedRoute
            {
                Destination = IPNetwork.Parse("10.0.0.0/8"),
                Gateway = $"10.{site}.0.254",
                Interface = "eth0",
                Protocol = "static",
            };
    }
}
