namespace IwTune.Shared.Wire;

/// <summary>What a host is. Sent at enrolment and whenever it changed.</summary>
public sealed record HostFacts
{
    /// <summary>The host's own name, without domain.</summary>
    public required string HostName { get; init; }

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public required string Os { get; init; }

    /// <summary>Distribution or edition and version: <c>Debian GNU/Linux 12 (bookworm)</c>.</summary>
    public required string OsName { get; init; }

    /// <summary>Kernel release or Windows build: <c>6.1.0-18-amd64</c>.</summary>
    public required string Kernel { get; init; }

    /// <summary>Changes with every boot: /proc/sys/kernel/random/boot_id.</summary>
    public required string BootId { get; init; }

    /// <summary>Survives reboots and distinguishes clones: /etc/machine-id, hashed; empty when there is none.</summary>
    public string MachineId { get; set; } = "";

    /// <summary>The agent's version.</summary>
    public required string AgentVersion { get; init; }

    /// <summary>Default congestion control: <c>cubic</c>, <c>bbr</c>.</summary>
    public string CongestionControl { get; set; } = "";

    /// <summary>Default queueing discipline: <c>fq</c>, <c>pfifo_fast</c>. fq and bbr pace the first flight.</summary>
    public string Qdisc { get; set; } = "";

    /// <summary>
    /// The host's hypervisor or container runtime: <c>kvm</c>, <c>vmware</c>, <c>hyper-v</c>, <c>xen</c>, <c>virtualbox</c>, <c>docker</c>,
    /// <c>lxc</c>, …; <c>none</c> for a physical machine; <see langword="null"/> when it is not known. An agent before 0.2 reports nothing.
    /// </summary>
    public string? Hypervisor { get; init; }

    /// <summary>
    /// Kernel settings that decide the effective window, by their sysctl name: <c>net.ipv4.tcp_rmem</c> → <c>4096 131072 6291456</c>.
    /// </summary>
    public IReadOnlyDictionary<string, string> Settings { get; set; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The interfaces routes can leave by.</summary>
    public IReadOnlyList<NicFacts> Nics { get; set; } = [];
}

/// <summary>One network interface.</summary>
/// <param name="Name">As <c>ip link</c> shows it.</param>
/// <param name="Mtu">Bytes.</param>
/// <param name="Driver">Kernel driver: <c>virtio_net</c>; empty for a virtual device without one.</param>
/// <param name="Offloads">The segmentation offloads that are on, of <c>tso</c>, <c>gso</c>, <c>gro</c>, <c>lro</c>.</param>
/// <param name="Up">True when the interface is administratively up.</param>
public sealed record NicFacts(string Name, int Mtu, string Driver, IReadOnlyList<string> Offloads, bool Up);
