using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Collecting;

/// <summary>What a support bundle takes from a Linux host.</summary>
internal static class LinuxCollection
{
    public static Collection Of(Func<HostCommand, CancellationToken, ValueTask<HostCommandRun>> run) =>
        new(
            run,
            [
                new HostCommand("journal", "/usr/bin/journalctl", ["--unit=iwtune", "--no-pager", "--lines=5000", "--output=short-iso"]),
                new HostCommand("ip-route", Ip, ["-details", "route", "show", "table", "all"]),
                new HostCommand("ip-6-route", Ip, ["-6", "-details", "route", "show", "table", "all"]),
                new HostCommand("ip-rule", Ip, ["rule", "show"]),
            ]
        );

    /// <summary>Debian and Red Hat have it here; elsewhere it is a link to where it is.</summary>
    private const string Ip = "/sbin/ip";
}
