using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Console;

/// <summary>
/// A realistic fleet, made over the agents' own protocol: every verdict that such a fleet can have, several kernels, sites and roles.
/// </summary>
public static class SeededFleet
{
    private const int Everyone = 64;
    private static readonly (string Site, int RttMs)[] Sites = [("fra", 31), ("ams", 18), ("lon", 88), ("nyc", 104)];
    private static readonly (string Os, string Kernel)[] Systems =
    [
        ("Debian GNU/Linux 12 (bookworm)", "6.1.0-18-amd64"),
        ("Ubuntu 24.04.1 LTS", "6.8.0-45-generic"),
        ("Rocky Linux 9.4 (Blue Onyx)", "5.14.0-427.el9.x86_64"),
    ];

    public static async Task MakeAsync(ConsoleServer server, int count = Everyone)
    {
        var api = server.Token("--kind", "api", "--name", "ci");
        await server.PublishAsync(api, new(Edge(3), "CHG-1041: baseline before the trial", "role:web"));
        await server.PublishAsync(api, new(Edge(10), "CHG-1042: ten segments at the edge"));
        await server.PublishAsync(
            api,
            new(
                "policy: databases\nmode: audit\nwindow: { initcwnd: 10 }\nscopes:\n  - default\n",
                "Watch the databases before touching them",
                "role:sql"
            )
        );
        await server.PublishAsync(
            api,
            new(
                "policy: lab\nwindow: { initcwnd: 32, initrwnd: 64 }\nscopes:\n  - default\n  - interface: eth1\nlimits: { max: 64 }\n",
                "For experiments"
            )
        );
        foreach (var (site, rtt) in Sites)
        {
            foreach (var role in (string[])["web", "sql"])
            {
                var token = server.Token("--labels", $"role={role},site={site}", "--name", $"rack-{site}-{role}");
                for (var i = 1; i <= count / 8; i++)
                    await JoinAsync(server, token, $"{site}-{role}-{i:000}", role, rtt, i);
            }
        }
        if (count == Everyone)
            await StandOutAsync(server, api);
    }

    /// <summary>Decisions of people about some of them; a smaller fleet does not have all of these hosts.</summary>
    private static async Task StandOutAsync(ConsoleServer server, string api)
    {
        await server.AssignAsync(api, new("role:sql -site:lon,nyc kernel:>=6", "databases", 20, "Newer kernels first"));
        await server.ExceptAsync(
            api,
            new()
            {
                Host = "fra-web-003",
                Reason = "moves to new hardware",
                Ticket = "CHG-1048",
                Until = DateTimeOffset.UtcNow.AddDays(4),
            }
        );
        await server.ExceptAsync(
            api,
            new()
            {
                Selector = "site:lon role:sql",
                Reason = "appliance of a vendor, which sets windows itself",
                Ticket = "CHG-0977",
                Until = DateTimeOffset.UtcNow.AddDays(200),
            }
        );
        await server.ExceptAsync(
            api,
            new()
            {
                Selector = "label:burn-in",
                Reason = "machines on the burn-in bench",
                Endless = true,
            }
        );
        await server.HoldAsync(api, new("nyc-web-002", Reason: "CHG-1050: the provider changes its edge tonight", ForSeconds: 7200));
        await server.HoldAsync(api, new(Selector: "host:lon-sql-00*", Reason: "quarter end: no changes on databases in London"));
    }

    /// <summary>One more host, enrolled and without any later contact.</summary>
    public static Task<EnrolReply> JoinOneAsync(ConsoleServer server, string name) => server.EnrolAsync(server.Token(), Facts(name, 1));

    private static string Edge(int cwnd) =>
        $"policy: edge-web\nwindow: {{ initcwnd: {cwnd} }}\nscopes:\n  - default\n  - prefix: 10.0.0.0/8\n    window: {{ initcwnd: 16 "
        + "}\nlimits: { max: 32, step: x4 }\nconfirm: 2m\n";

    private static async Task JoinAsync(ConsoleServer server, string token, string name, string role, int rtt, int i)
    {
        var facts = Facts(name, i);
        var host = await server.EnrolAsync(token, facts);
        if (i % 8 == 7)
            return;
        var bundle = await server.CheckInAsync(host, new(null, "sha256:none", facts.BootId, 1));
        if (bundle is null)
            return;
        var digest = BundleDigest.Of(bundle.Content);
        var held = new HeldBundle(bundle.Sequence, digest, bundle.Expires);
        var state = State(bundle, held, i);
        var now = DateTimeOffset.UtcNow;
        var lines = new List<ReportLine>
        {
            new()
            {
                Number = 1,
                At = now.AddMilliseconds(1),
                Event = new(
                    HostEventKind.Received,
                    digest,
                    $"Bundle {bundle.Sequence} of {bundle.Content.Policy} revision {bundle.Content.Revision} was accepted."
                ),
            },
            new()
            {
                Number = 2,
                At = now.AddMilliseconds(2),
                Event = Happened(state, digest),
            },
            new()
            {
                Number = 3,
                At = now.AddMilliseconds(3),
                Evidence = Measured(state, digest, rtt + i, i),
            },
            new()
            {
                Number = 4,
                At = now.AddMilliseconds(4),
                State = state,
            },
        };
        if (i % 8 == 5)
        {
            lines.Add(
                new()
                {
                    Number = 5,
                    At = now.AddMilliseconds(5),
                    Event = new(HostEventKind.Drifted, digest, $"{Default(1).Id} lost initcwnd: dhclient replaced the route."),
                }
            );
            lines.Add(
                new()
                {
                    Number = 6,
                    At = now.AddMilliseconds(6),
                    Event = new(
                        HostEventKind.Repaired,
                        digest,
                        $"{Default(1).Id} has initcwnd {bundle.Content.Windows[0].InitCwnd} again."
                    ),
                }
            );
        }
        if (Standing.Of(state, name) is var (left, events))
        {
            lines[3] = lines[3] with { State = left };
            lines.AddRange(
                events
                    .Select(
                        (happened, n) =>
                            new ReportLine
                            {
                                Number = lines.Count + 1 + n,
                                At = now.AddMilliseconds(5 + n),
                                Event = happened,
                            }
                    )
                    .ToList()
            );
        }
        if (name == "ams-web-002")
            lines[3] = lines[3] with { State = lines[3].State! with { Limits = new(8, 2) } };
        if (role == "web")
            lines.AddRange(
                Traffic(state, rtt, i, now)
                    .Select(
                        (seen, n) =>
                            new ReportLine
                            {
                                Number = lines.Count + 1 + n,
                                At = now.AddMilliseconds(20 + n),
                                Evidence = seen,
                            }
                    )
                    .ToList()
            );
        await server.ReportAsync(host, lines);
        await server.CheckInAsync(host, new(held, state.StateHash, facts.BootId, 2));
    }

    /// <summary>Connections to the Internet and to the own network; those of every eighth host are old.</summary>
    private static IEnumerable<Evidence> Traffic(HostState state, int rttMs, int i, DateTimeOffset now)
    {
        var at = i % 8 == 4 ? now.AddHours(-3) : now;
        var window = state.Targets[0].Configured.InitCwnd ?? 10;
        yield return SeededTraffic.Of(state.Targets[0].Id, rttMs, window, i, at);
        yield return SeededTraffic.Of("ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth0", 2, window, i, at, share: 0.4);
        yield return new Evidence
        {
            TargetId = HostCounters.Target,
            Method = EvidenceMethod.Passive,
            At = at,
            Conclusive = false,
            Counters = new HostCounters
            {
                Since = at.AddMinutes(-5),
                Segments = 61_204,
                SegmentsAgain = 402,
                LossProbes = 61,
                SlowStartAgain = 120,
                Timeouts = 9,
            },
        };
    }

    internal static HostFacts Facts(string name, int i) =>
        new()
        {
            HostName = name,
            Os = "linux",
            OsName = Systems[i % 3].Os,
            Kernel = Systems[i % 3].Kernel,
            BootId = Guid.NewGuid().ToString(),
            MachineId = Guid.NewGuid().ToString("n"),
            AgentVersion = "0.1.0",
            CongestionControl = i % 2 == 0 ? "bbr" : "cubic",
            Qdisc = i % 2 == 0 ? "fq" : "fq_codel",
            Hypervisor = i % 4 == 3 ? "none" : "kvm",
            Settings = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["net.ipv4.tcp_rmem"] = name.StartsWith("lon-sql", StringComparison.Ordinal)
                    ? "4096\t16384\t6291456"
                    : "4096\t131072\t6291456",
                ["net.ipv4.tcp_wmem"] = "4096\t16384\t4194304",
                ["net.ipv4.tcp_slow_start_after_idle"] = "1",
            },
            Nics = [new("eth0", 1500, "virtio_net", ["tso", "gso", "gro"], true), new("eth1", 9000, "virtio_net", ["tso", "gso"], false)],
        };

    private static TargetState Default(int i) =>
        new()
        {
            Id = $"ipv4 main default via 192.0.2.{i} dev eth0 metric 100",
            Scope = "default",
            Owner = i % 3 == 0 ? "dhcp" : "static",
            Strategy = "in-place",
            Configured = Window.Unset,
        };

    private static readonly TargetState Advertised = new()
    {
        Id = "ipv6 main default via fe80::1 dev eth0 metric 1024",
        Scope = "default",
        Owner = "kernel (router advertisement)",
        Strategy = "report-only",
        Configured = Window.Unset,
        Outcome = TargetOutcome.Refused,
        Reason = "the kernel makes this route from router advertisements and would make it again without the window",
    };

    private static HostState State(Bundle bundle, HeldBundle held, int i)
    {
        var wanted = new Window(bundle.Content.Windows[0].InitCwnd, bundle.Content.Windows[0].InitRwnd);
        var audit = bundle.Content.Mode == PolicyMode.Audit;
        var failed = i % 8 == 3 && !audit;
        var target = Default(i) with
        {
            Wanted = wanted,
            Configured = failed || (audit && i % 3 == 0) ? Window.Unset : wanted,
            Outcome =
                audit ? null
                : failed ? TargetOutcome.Failed
                : TargetOutcome.Applied,
            Reason = failed ? "RTM_NEWROUTE was answered with EPERM; the agent needs CAP_NET_ADMIN." : "",
            Managed = !failed && !audit,
        };
        return new()
        {
            Held = held,
            Policy = bundle.Content.Policy,
            Revision = bundle.Content.Revision,
            Mode = bundle.Content.Mode,
            Phase =
                audit ? BundlePhase.Audited
                : failed ? BundlePhase.Failed
                : i % 8 == 4 ? BundlePhase.AwaitingConfirm
                : BundlePhase.Applied,
            Reason = failed ? "One of two steps failed: the agent may not change routes." : "",
            StateHash = $"sha256:{i:x8}",
            Targets =
            [
                target,
                .. i % 4 == 2 ? [Advertised with { Wanted = wanted }] : Array.Empty<TargetState>(),
                new()
                {
                    Id = "ipv4 main 192.0.2.0/24 dev eth0",
                    Owner = "kernel",
                    Strategy = "in-place",
                    Configured = Window.Unset,
                },
            ],
            Unmatched = bundle.Content.Windows.Count > 1 ? ["prefix:10.0.0.0/8: no route of this host leads there."] : [],
        };
    }

    private static HostEvent Happened(HostState state, string digest) =>
        state.Phase switch
        {
            BundlePhase.Failed => new(HostEventKind.ApplyFailed, digest, state.Reason),
            BundlePhase.Applied => new(
                HostEventKind.Confirmed,
                digest,
                "Read back, proved on a fresh connection, and the server was reached."
            ),
            _ => new(HostEventKind.Applied, digest, "Every step was taken and read back."),
        };

    private static Evidence Measured(HostState state, string digest, int rttMs, int i)
    {
        var cwnd = state.Targets[0].Configured.InitCwnd ?? 10;
        var peerBinds = i % 4 == 2;
        return new()
        {
            TargetId = state.Targets[0].Id,
            Method = EvidenceMethod.FreshConnection,
            At = DateTimeOffset.UtcNow,
            Conclusive = true,
            ConfiguredCwnd = state.Targets[0].Configured.InitCwnd,
            InitialCwnd = cwnd,
            EffectiveSegments = peerBinds ? Math.Min(cwnd, 6) : cwnd,
            EffectiveBytes = (peerBinds ? Math.Min(cwnd, 6) : cwnd) * 1448L,
            Binding = peerBinds && cwnd > 6 ? BindingTerm.PeerWindow : BindingTerm.InitCwnd,
            Mss = 1448,
            RttMicroseconds = rttMs * 1000L + 217,
            PeerWindowBytes = peerBinds ? 8_760 : 65_535,
            Peer = "192.0.2.250:7443",
            BundleDigest = digest,
        };
    }
}
