using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>A host of the seeded fleet: its number determines everything.</summary>
/// <param name="number">From 0.</param>
internal sealed class SeededHost(int number)
{
    private const int ExtraNumber = 999_999_999;
    private static readonly string[] Roles = ["web", "cache", "db", "queue", "edge"];

    /// <summary>The one that every seeded fleet has in addition to the others.</summary>
    public static SeededHost Extra { get; } = new(ExtraNumber);

    public int Number => number;

    public string Id { get; } = $"01936e00-0000-7000-8000-{number:D12}";

    public string Secret { get; } = $"bench-secret-{number:D8}-0123456789abcdef";

    public string SecretHash => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Secret)));

    public HostFacts Facts { get; } =
        new()
        {
            HostName = $"{Roles[number % 5]}-{number:D6}.example.net",
            Os = "linux",
            OsName = number % 3 == 0 ? "Ubuntu 24.04 LTS" : "Debian GNU/Linux 12 (bookworm)",
            Kernel = $"6.{number % 7}.0-{number % 40}-amd64",
            BootId = $"00000000-0000-0000-0000-{number:D12}",
            MachineId = $"bench-machine-{number}",
            AgentVersion = "0.1.0",
        };

    public IReadOnlyDictionary<string, string> Labels { get; } =
        new Dictionary<string, string>(StringComparer.Ordinal) { ["site"] = $"s{number % 20:D2}", ["role"] = Roles[number % 5] };

    /// <summary>One in a hundred has a window other than the required one.</summary>
    public bool Drifted => number % 100 == 7;

    /// <summary>The last contact of one in a hundred was an hour ago.</summary>
    public bool Silent => number % 100 == 13;

    public string Identity =>
        KeptIdentity
            .Of(
                new HostIdentity(Id, Facts.HostName, Facts.Os, Facts.Kernel, Labels).With(Facts).With(State(null)),
                Facts.OsName,
                Facts.AgentVersion
            )
            .Write();

    public string StateHash => $"sha256:{number % 3:D64}";

    public HostState State(HeldBundle? held) =>
        new()
        {
            Held = held,
            Policy = "bench",
            Revision = 1,
            Phase = BundlePhase.Applied,
            StateHash = StateHash,
            Targets =
            [
                new()
                {
                    Id = "ipv4 main default via 192.0.2.1 dev eth0",
                    Scope = "default",
                    Owner = "dhcp",
                    Strategy = "in-place",
                    Configured = new Window(Drifted ? 3 : 10, null),
                    Wanted = new Window(10, null),
                    Managed = true,
                    Before = new Window(null, null),
                    Outcome = TargetOutcome.AlreadyThere,
                },
                new()
                {
                    Id = "ipv6 main default via 2001:db8::1 dev eth0",
                    Scope = "default",
                    Owner = "kernel",
                    Strategy = "in-place",
                    Configured = new Window(10, null),
                    Wanted = new Window(10, null),
                    Managed = true,
                    Before = new Window(null, null),
                    Outcome = TargetOutcome.AlreadyThere,
                },
            ],
        };

    public string StateJson(HeldBundle held) => JsonSerializer.Serialize(State(held), WireJson.Default.HostState);
}
