using System.Globalization;
using System.Runtime.InteropServices;

namespace IwTune.Lab.Reproducing;

/// <summary>What the figures of a report depend on, besides the path.</summary>
/// <param name="Kernel">Release of the kernel, and the machine's processors.</param>
/// <param name="CongestionControl">Of each listener; the kernel's default has no effect.</param>
/// <param name="Queue">Queueing discipline of the path's interfaces.</param>
/// <param name="Offloads">Segmentation offloads of them.</param>
/// <param name="Runtime">The runtime of the laboratory.</param>
/// <param name="LoadBefore">Average over a minute when it began.</param>
/// <param name="LoadAfter">When it ended.</param>
public sealed record LabEnvironment(
    string Kernel,
    string CongestionControl,
    string Queue,
    string Offloads,
    string Runtime,
    double LoadBefore,
    double LoadAfter
)
{
    internal static LabEnvironment Read(Bench bench, double loadBefore) =>
        new(
            $"{File.ReadAllText("/proc/sys/kernel/osrelease").Trim()}, {Environment.ProcessorCount} processors",
            "cubic and reno, set on each listener (default of this kernel: "
                + $"{File.ReadAllText("/proc/sys/net/ipv4/tcp_congestion_control").Trim()})",
            bench.Server.TryExec("tc", "qdisc", "show", "dev", Bench.Link).Output.Trim(),
            Features(bench),
            RuntimeInformation.FrameworkDescription,
            loadBefore,
            Load()
        );

    internal static double Load() => double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture);

    private static string Features(Bench bench)
    {
        const string plain = "TUN without a vnet header: packets leave as a wire would carry them";
        if (!Commands.Installed("ethtool"))
            return plain;
        var lines = bench
            .Server.TryExec("ethtool", "-k", Bench.Link)
            .Output.Split('\n')
            .Where(line => line.StartsWith("tcp-seg", StringComparison.Ordinal) || line.StartsWith("generic-", StringComparison.Ordinal))
            .Select(line => line.Trim());
        return $"{plain}; {string.Join(", ", lines)}";
    }
}
