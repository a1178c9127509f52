using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>service status --json</c> prints.</summary>
internal sealed record ShownServiceEntry(
    bool Installed,
    ServiceState? State,
    int? Pid,
    int? ExitCode,
    bool? StartsByItself,
    string? Account,
    string? CommandLine
)
{
    public static ShownServiceEntry Of(ServiceEntry? entry) =>
        entry is null
            ? new(false, null, null, null, null, null, null)
            : new(
                true,
                entry.State,
                entry.Process == 0 ? null : entry.Process,
                entry.ExitCode,
                entry.StartsByItself,
                entry.Account,
                entry.CommandLine
            );
}
