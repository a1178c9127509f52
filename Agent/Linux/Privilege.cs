using System.Globalization;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>Whether this process may write routes.</summary>
public static class Privilege
{
    /// <summary>The bits of CAP_NET_ADMIN and CAP_SYS_ADMIN (include/uapi/linux/capability.h).</summary>
    private const int NetAdmin = 12,
        SysAdmin = 21;

    /// <summary>What is missing and how to get it, as sentences; <see langword="null"/> when routes can be written.</summary>
    public static string? Lacking() => HasNetAdmin(SystemFile.Lines("/proc/thread-self/status")) ? null : Sentence;

    /// <summary>True when this process may enter namespaces.</summary>
    internal static bool MayEnter() => Has(SystemFile.Lines("/proc/thread-self/status"), SysAdmin);

    /// <summary>Reads the effective capabilities out of /proc/self/status.</summary>
    internal static bool HasNetAdmin(IEnumerable<string> status) => Has(status, NetAdmin);

    private static bool Has(IEnumerable<string> status, int capability)
    {
        const string effective = "CapEff:";
        var line = status.FirstOrDefault(line => line.StartsWith(effective, StringComparison.Ordinal));
        return line is not null
            && ulong.TryParse(line.AsSpan(effective.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var set)
            && (set >> capability & 1) != 0;
    }

    internal static HostUnsupportedException Missing(string tried) =>
        new($"{tried}: not permitted. {Sentence}") { Privilege = "CAP_NET_ADMIN" };

    private const string Sentence =
        "Changing routes needs the capability CAP_NET_ADMIN: run as root, or give the service AmbientCapabilities=CAP_NET_ADMIN.";
}
