using System.Reflection;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Facts;

/// <summary>Reads what this host is from /proc, /etc, rtnetlink and ethtool.</summary>
public sealed class LinuxHostFacts : IHostFacts
{
    /// <summary>
    /// What decides the effective window beside the route, or undoes it later in a connection's life (linux kernel, ip-sysctl.rst).
    /// </summary>
    private static readonly string[] Deciding =
    [
        "net.ipv4.tcp_rmem",
        "net.ipv4.tcp_wmem",
        "net.ipv4.tcp_slow_start_after_idle",
        "net.ipv4.tcp_no_metrics_save",
        "net.ipv4.tcp_window_scaling",
        "net.ipv4.tcp_sack",
    ];

    /// <inheritdoc/>
    public HostFacts Read() =>
        new()
        {
            HostName = Environment.MachineName.Split('.')[0],
            Os = "linux",
            OsName = OsRelease.PrettyName(),
            Kernel = SystemFile.Line("/proc/sys/kernel/osrelease"),
            BootId = LinuxBootId.Read(),
            MachineId = Facts.MachineId.Read(),
            AgentVersion =
                typeof(LinuxHostFacts)
                    .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
                    ?.InformationalVersion.Split('+')[0]
                ?? "",
            CongestionControl = Sysctl("net.ipv4.tcp_congestion_control"),
            Qdisc = Sysctl("net.core.default_qdisc"),
            Hypervisor = LinuxHypervisor.Read(),
            Settings = Settings(),
            Nics = NetworkInterfaces.Read(),
        };

    private static Dictionary<string, string> Settings()
    {
        Dictionary<string, string> settings = new(StringComparer.Ordinal);
        foreach (var name in Deciding)
            if (Sysctl(name) is { Length: > 0 } value)
                settings.Add(name, value);
        return settings;
    }

    /// <summary>Columns are separated by tabs.</summary>
    private static string Sysctl(string name) => SystemFile.Line("/proc/sys/" + name.Replace('.', '/')).Replace('\t', ' ');
}
