using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Console;

/// <summary>
/// Three Windows hosts that follow one policy: a server that is as required, one that cannot apply all of it, and a client.
/// </summary>
internal static class SeededWindows
{
    public const string Policy =
        "policy: windows\nwindow: { initcwnd: 20 }\nscopes:\n  - default\n  - prefix: 10.0.0.0/8\n    window: { initcwnd: 16 }\n  - "
        + "prefix: 172.16.0.0/12\n    window: { initcwnd: 32 }\nconfirm: 2m\n";

    private static readonly Window Twenty = new(20, null);

    public static async Task MakeAsync(ConsoleServer server)
    {
        await server.PublishAsync(server.Token("--kind", "api", "--name", "ci"), new(Policy, "CHG-2001: twenty segments", "os:windows"));
        var token = server.Token("--labels", "role=web,site=ams", "--name", "rack-ams");
        await JoinAsync(
            server,
            token,
            Facts("ams-win-2022", "Windows Server 2022 Datacenter (21H2)", "10.0.20348.2113"),
            BundlePhase.Applied,
            [
                Template("Internet", 20, Twenty, TargetOutcome.Applied),
                Template("Datacenter", 20, Twenty, TargetOutcome.Applied),
                Template("Compat", 4, null, null),
                Filter("10.0.0.0/8", 16),
                Filter("172.16.0.0/12", 32),
            ]
        );
        const string none =
            "Prefixes require the windows 16, 32, and every distinct one needs a custom template of its own: InternetCustom carries the "
            + "default scope, DatacenterCustom carries the default scope. Use fewer distinct values.";
        await JoinAsync(
            server,
            token,
            Facts("ams-win-2012r2", "Windows Server 2012 R2 Standard", "6.3.9600.19994"),
            BundlePhase.Applied,
            [
                Template("InternetCustom", 20, Twenty, TargetOutcome.Applied),
                Template("DatacenterCustom", 20, Twenty, TargetOutcome.Applied),
                Filter("10.0.0.0/8", null) with
                {
                    Wanted = new(16, null),
                    Outcome = TargetOutcome.Refused,
                    Reason = none,
                    Managed = false,
                },
            ]
        );
        await JoinAsync(
            server,
            token,
            Facts("ams-client", "Windows 11 Enterprise (24H2)", "10.0.26100.1742"),
            BundlePhase.Failed,
            [
                Template("Internet", 10, Twenty, TargetOutcome.Refused) with
                {
                    Strategy = "report-only",
                    Reason = "Windows 11 Enterprise is a client edition of Windows: its TCP templates can be read and not be set.",
                },
            ]
        );
    }

    private static async Task JoinAsync(
        ConsoleServer server,
        string token,
        HostFacts facts,
        BundlePhase phase,
        IReadOnlyList<TargetState> targets
    )
    {
        var host = await server.EnrolAsync(token, facts);
        var bundle = (await server.CheckInAsync(host, new(null, "sha256:none", facts.BootId, 1)))!;
        var held = new HeldBundle(bundle.Sequence, BundleDigest.Of(bundle.Content), bundle.Expires);
        var state = new HostState
        {
            Held = held,
            Policy = bundle.Content.Policy,
            Revision = bundle.Content.Revision,
            Mode = bundle.Content.Mode,
            Phase = phase,
            Reason = phase == BundlePhase.Failed ? "1 of 1 template not set: a client edition of Windows." : "",
            StateHash = $"sha256:{facts.HostName}",
            Targets = targets,
            Unmatched = [],
        };
        var now = DateTimeOffset.UtcNow;
        List<ReportLine> lines =
        [
            new()
            {
                Number = 1,
                At = now,
                State = state,
            },
        ];
        if (phase == BundlePhase.Applied)
            lines.Add(
                new()
                {
                    Number = 2,
                    At = now,
                    Evidence = Measured(targets[0].Id, held.Digest),
                }
            );
        await server.ReportAsync(host, lines);
        await server.CheckInAsync(host, new(held, state.StateHash, facts.BootId, 2));
    }

    private static HostFacts Facts(string name, string osName, string build) =>
        new()
        {
            HostName = name,
            Os = "windows",
            OsName = osName,
            Kernel = build,
            BootId = Guid.NewGuid().ToString(),
            MachineId = Guid.NewGuid().ToString("n"),
            AgentVersion = "0.1.0",
            CongestionControl = "cubic",
            Settings = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["tcp.default_template"] = "Automatic",
                ["tcp.automatic_use_custom"] = build.StartsWith("6.3", StringComparison.Ordinal) ? "true" : "false",
                ["tcp.pacing_profile"] = "off",
                ["tcp.receive_autotuning"] = "normal",
                ["tcp.receive_segment_coalescing"] = "enabled",
                ["tcp.congestion_provider"] = "CUBIC",
            },
            Nics = [new("Ethernet", 1500, "Red Hat VirtIO Ethernet Adapter", ["lso", "rsc"], true)],
        };

    private static TargetState Template(string name, int segments, Window? wanted, TargetOutcome? outcome) =>
        new()
        {
            Id = $"template {name}",
            Scope = wanted is null ? null : "default",
            Owner = "windows",
            Strategy = "in-place",
            Configured = new(segments, null),
            Wanted = wanted,
            Outcome = outcome,
            Managed = outcome == TargetOutcome.Applied,
        };

    private static TargetState Filter(string prefix, int? segments) =>
        new()
        {
            Id = $"filter {prefix}",
            Scope = $"prefix:{prefix}",
            Owner = "iwtune",
            Strategy = "native",
            Configured = new(segments, null),
            Wanted = new(segments, null),
            Outcome = TargetOutcome.Applied,
            Managed = true,
        };

    private static Evidence Measured(string target, string digest) =>
        new()
        {
            TargetId = target,
            Method = EvidenceMethod.FreshConnection,
            At = DateTimeOffset.UtcNow,
            Conclusive = true,
            ConfiguredCwnd = 20,
            InitialCwnd = 20,
            EffectiveSegments = 20,
            EffectiveBytes = 29_200,
            Binding = BindingTerm.InitCwnd,
            Mss = 1460,
            RttMicroseconds = 23_400,
            PeerWindowBytes = 65_535,
            Peer = "198.51.100.7:7443",
            BundleDigest = digest,
            Terms =
            [
                new()
                {
                    Name = TermName.InitCwnd,
                    Segments = 20,
                    Bytes = 29_200,
                    Binds = true,
                    Note = "of template Internet, by SIO_TCP_INFO; Automatic takes it for a round trip above 10 ms",
                },
                new()
                {
                    Name = TermName.PeerWindow,
                    Segments = 44,
                    Bytes = 65_535,
                    Note = "what the peer announced in the handshake",
                },
            ],
        };
}
