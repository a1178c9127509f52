using System.Globalization;
using IwTune.Agent.Control;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Swarm.Hosts;

/// <summary>
/// The mixture of hosts that a swarm is made of: seven of ten Linux, two Windows Server, one a Windows client. The same seed gives the same
/// hosts.
/// </summary>
internal static class Mixture
{
    private static readonly (string Name, string Kernel, int Share)[] Distributions =
    [
        ("Debian GNU/Linux 12 (bookworm)", "6.1.0-26-amd64", 28),
        ("Ubuntu 24.04.1 LTS", "6.8.0-45-generic", 22),
        ("Ubuntu 22.04.5 LTS", "5.15.0-122-generic", 18),
        ("Red Hat Enterprise Linux 9.4 (Plow)", "5.14.0-427.37.1.el9_4.x86_64", 14),
        ("AlmaLinux 8.10 (Cerulean Leopard)", "4.18.0-553.22.1.el8_10.x86_64", 8),
        ("SUSE Linux Enterprise Server 15 SP6", "6.4.0-150600.23.22-default", 6),
        ("Amazon Linux 2023.5.20240916", "6.1.109-118.189.amzn2023.x86_64", 4),
    ];

    private static readonly (string Name, int Share)[] Owners =
    [
        ("static", 26),
        ("NetworkManager", 22),
        ("systemd-networkd", 20),
        ("dhcp", 14),
        ("ra", 10),
        ("boot", 5),
        ("bird", 3),
    ];

    private static readonly (string Profile, int Share)[] Servers = [("2019", 34), ("2022", 30), ("2016", 16), ("2025", 12), ("2012r2", 8)];

    private static readonly string[] Roles = ["web", "api", "edge", "mail", "cache"];

    private static readonly string[] Drivers = ["virtio_net", "ena", "vmxnet3", "ixgbe", "mlx5_core"];

    /// <summary>Draws one.</summary>
    /// <param name="number">From 1; part of its name.</param>
    /// <param name="random">Of the swarm.</param>
    public static HostIdentity Draw(int number, SeededRandom random) =>
        random.Below(10) switch
        {
            < 7 => Linux(number, random),
            < 9 => Windows(Pick(Servers, one => one.Share, random).Profile, number, random),
            _ => Windows(random.Below(2) == 0 ? "win10" : "win11", number, random),
        };

    /// <summary>One with an emulated Windows of this profile.</summary>
    public static HostIdentity Windows(string profile, int number, SeededRandom random)
    {
        var windows = Profile.Of(profile);
        return new HostIdentity(
            new HostFacts
            {
                HostName = string.Create(CultureInfo.InvariantCulture, $"{(windows.Server ? "win" : "pc")}-{profile}-{number:D4}"),
                Os = "windows",
                OsName = windows.Title,
                Kernel = $"10.0.{windows.Build}",
                BootId = Guid(random),
                MachineId = Guid(random).Replace("-", "", StringComparison.Ordinal),
                AgentVersion = AgentVersion.Text,
                CongestionControl = "cubic",
                Nics = [new NicFacts("Ethernet", 1500, "vmxnet3 Ethernet Adapter", ["lso", "rsc"], true)],
            },
            profile,
            ""
        );
    }

    /// <summary>Another name for a boot.</summary>
    public static string Guid(SeededRandom random)
    {
        Span<byte> bytes = stackalloc byte[16];
        BitConverter.TryWriteBytes(bytes, random.Next());
        BitConverter.TryWriteBytes(bytes[8..], random.Next());
        return new Guid(bytes).ToString("D");
    }

    private static HostIdentity Linux(int number, SeededRandom random)
    {
        var (name, kernel, _) = Pick(Distributions, one => one.Share, random);
        var owner = Pick(Owners, one => one.Share, random).Name;
        var role = Roles[random.Below(Roles.Length)];
        var bbr = random.Below(12) == 0;
        return new HostIdentity(
            new HostFacts
            {
                HostName = string.Create(CultureInfo.InvariantCulture, $"{role}-{number:D4}"),
                Os = "linux",
                OsName = name,
                Kernel = kernel,
                BootId = Guid(random),
                MachineId = Guid(random).Replace("-", "", StringComparison.Ordinal),
                AgentVersion = AgentVersion.Text,
                CongestionControl = bbr ? "bbr" : "cubic",
                Qdisc = bbr ? "fq" : "fq_codel",
                Settings = new Dictionary<string, string>(StringComparer.Ordinal)
                {
                    ["net.ipv4.tcp_rmem"] = "4096 131072 6291456",
                    ["net.ipv4.tcp_wmem"] = "4096 16384 4194304",
                    ["net.ipv4.tcp_slow_start_after_idle"] = "1",
                    ["net.ipv4.tcp_sack"] = "1",
                },
                Nics = [new NicFacts("eth0", 1500, Drivers[random.Below(Drivers.Length)], ["tso", "gso", "gro"], true)],
            },
            null,
            owner
        );
    }

    private static T Pick<T>(IReadOnlyList<T> of, Func<T, int> share, SeededRandom random)
    {
        var left = random.Below(of.Sum(share));
        foreach (var one in of)
        {
            left -= share(one);
            if (left < 0)
                return one;
        }
        throw new InvalidOperationException("The shares do not add up.");
    }
}
