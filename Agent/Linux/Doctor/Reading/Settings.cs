using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Doctor.Reading;

/// <summary>
/// The kernel settings that the checks ask about. /proc/sys/net answers for the network namespace of the thread that opens it.
/// </summary>
internal static class Settings
{
    private static readonly string[] Names =
    [
        "net.core.rmem_max",
        "net.core.wmem_max",
        "net.ipv4.tcp_rmem",
        "net.ipv4.tcp_wmem",
        "net.ipv4.tcp_sack",
        "net.ipv4.tcp_timestamps",
        "net.ipv4.tcp_window_scaling",
        "net.ipv4.tcp_slow_start_after_idle",
        "net.ipv4.tcp_no_metrics_save",
        "net.ipv4.tcp_no_ssthresh_metrics_save",
        "net.ipv4.tcp_moderate_rcvbuf",
        "net.ipv4.tcp_congestion_control",
        "net.ipv4.tcp_recovery",
        "net.ipv4.tcp_early_retrans",
        "net.ipv4.tcp_autocorking",
        "net.ipv6.conf.all.forwarding",
    ];

    public static IReadOnlyDictionary<string, string> Read(IEnumerable<string> links)
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in Names)
            Add(settings, name, "/proc/sys/" + name.Replace('.', '/'));
        // Parameters of a module, for all namespaces.
        foreach (var parameter in (ReadOnlySpan<string>)["initial_ssthresh", "hystart"])
            Add(settings, $"tcp_cubic.{parameter}", $"/sys/module/tcp_cubic/parameters/{parameter}");
        foreach (var link in links)
        {
            // A link's name may hold dots itself.
            foreach (var key in (ReadOnlySpan<string>)["accept_ra", "forwarding"])
                Add(settings, $"net.ipv6.conf.{link}.{key}", $"/proc/sys/net/ipv6/conf/{link}/{key}");
        }
        return settings;
    }

    private static void Add(Dictionary<string, string> settings, string name, string path)
    {
        if (SystemFile.Line(path) is { Length: > 0 } value)
            settings.Add(name, value.Replace('\t', ' '));
    }
}
