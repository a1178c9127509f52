using System.Net;
using IwTune.Agent.Linux.Doctor;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux.Doctor;

/// <summary>A healthy host as the checks see it; each test breaks one thing.</summary>
internal static class Host
{
    public static HostFindings Healthy { get; } =
        new()
        {
            Kernel = "6.1.0-18-amd64",
            // sysctl -a of Debian 12 as installed, except slow start after idle and the buffers' ceilings.
            Sysctls = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["net.core.rmem_max"] = "4194304",
                ["net.core.wmem_max"] = "4194304",
                ["net.ipv4.tcp_rmem"] = "4096 131072 6291456",
                ["net.ipv4.tcp_wmem"] = "4096 16384 4194304",
                ["net.ipv4.tcp_sack"] = "1",
                ["net.ipv4.tcp_timestamps"] = "1",
                ["net.ipv4.tcp_window_scaling"] = "1",
                ["net.ipv4.tcp_slow_start_after_idle"] = "0",
                ["net.ipv4.tcp_no_metrics_save"] = "0",
                ["net.ipv4.tcp_no_ssthresh_metrics_save"] = "1",
                ["net.ipv4.tcp_moderate_rcvbuf"] = "1",
                ["net.ipv4.tcp_congestion_control"] = "cubic",
                ["net.ipv4.tcp_recovery"] = "1",
                ["net.ipv4.tcp_early_retrans"] = "3",
                ["net.ipv4.tcp_autocorking"] = "1",
                ["tcp_cubic.initial_ssthresh"] = "0",
                ["tcp_cubic.hystart"] = "1",
                ["net.ipv6.conf.all.forwarding"] = "0",
                ["net.ipv6.conf.eth0.forwarding"] = "0",
                ["net.ipv6.conf.eth0.accept_ra"] = "1",
            },
            Links =
            [
                new LinkFinding
                {
                    Name = "eth0",
                    Driver = "igb",
                    Qdisc = "fq",
                    Offloads = ["tso", "gso", "gro"],
                    Speed = 1000,
                    FullDuplex = true,
                },
            ],
            Routes = [Default(), Default6(), Route("192.0.2.0/24", hasGateway: false)],
            Counters = new Dictionary<string, long>(StringComparer.Ordinal)
            {
                ["OutSegs"] = 1_000_000,
                ["RetransSegs"] = 500,
                ["ActiveOpens"] = 10_000,
                ["PassiveOpens"] = 10_000,
                ["TCPSynRetrans"] = 3,
            },
            Agent = new AgentView
            {
                Enrolled = true,
                SinceContact = TimeSpan.FromSeconds(5),
                Evidence = [Seen(rttMicroseconds: 10_000)],
            },
        };

    public static RouteFinding Default(int? initCwnd = null, uint metric = 100) => Route("0.0.0.0/0", initCwnd, metric: metric);

    public static RouteFinding Default6(int? initCwnd = null) => Route("::/0", initCwnd, metric: 1024);

    public static RouteFinding Route(
        string destination,
        int? initCwnd = null,
        bool hasGateway = true,
        uint metric = 0,
        uint table = 254,
        int? initRwnd = null
    )
    {
        var isIpv6 = destination.Contains(':', StringComparison.Ordinal);
        var target = new Target
        {
            Id = $"{(isIpv6 ? "ipv6" : "ipv4")} {(table == 254 ? "main" : $"table {table}")} {destination} dev eth0 metric {metric}",
            Destination = IPNetwork.Parse(destination),
            Interface = "eth0",
            Owner = "static",
            Strategy = new Strategy(StrategyKind.InPlace, ""),
            Current = new Window(initCwnd, initRwnd),
            Table = table == 254 ? Target.Main : table.ToString(),
            Raw = ReadOnlyMemory<byte>.Empty,
        };
        return new RouteFinding(target, isIpv6, table, metric, hasGateway);
    }

    public static Evidence Seen(long rttMicroseconds, int effective = 10, int initial = 10, BindingTerm binding = BindingTerm.InitCwnd) =>
        new()
        {
            TargetId = "ipv4 main 0.0.0.0/0 dev eth0 metric 100",
            Method = EvidenceMethod.FreshConnection,
            At = DateTimeOffset.UnixEpoch,
            Conclusive = true,
            InitialCwnd = initial,
            EffectiveSegments = effective,
            Binding = binding,
            RttMicroseconds = rttMicroseconds,
            Peer = "198.51.100.7:443",
        };

    public static HostFindings With(this HostFindings host, string sysctl, string? value)
    {
        var changed = new Dictionary<string, string>(host.Sysctls, StringComparer.Ordinal);
        if (value is null)
            changed.Remove(sysctl);
        else
            changed[sysctl] = value;
        return host with { Sysctls = changed };
    }

    public static HostFindings With(this HostFindings host, params RouteFinding[] routes) => host with { Routes = routes };

    public static HostFindings WithLink(this HostFindings host, Func<LinkFinding, LinkFinding> change) =>
        host with
        {
            Links = [.. host.Links.Select(change)],
        };

    public static HostFindings Counting(this HostFindings host, params (string Name, long Count)[] counts)
    {
        var changed = new Dictionary<string, long>(host.Counters, StringComparer.Ordinal);
        foreach (var (name, count) in counts)
            changed[name] = count;
        return host with { Counters = changed };
    }

    public static Diagnosis Check(this HostFindings host, string name) => Checkup.Of(host).Single(diagnosis => diagnosis.Check == name);
}
