using System.Runtime.Versioning;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>
/// The daemon as a Windows service: the service control manager starts, stops and queries it; its log is in the event log and a file.
/// </summary>
[SupportedOSPlatform("windows")]
internal static class ServiceProcess
{
    /// <summary>Serves until the manager stops it.</summary>
    /// <returns>The process's exit code.</returns>
    /// <exception cref="UsageException">No manager started this process.</exception>
    public static int Run(CliContext context, DaemonOptions options)
    {
        using var events = new EventLog();
        var file = new LogFile(StateDirectory.At(options.StateDirectory).File(LogFile.Name), context.Time);
        var log = new AgentLog(
            (severity, line) =>
            {
                file.Write(severity, line);
                events.Write(severity, line);
            }
        );
        var daemon = new DaemonRun(context, options, log);
        var exit = ExitCode.Error;
        var error = ServiceDispatcher.Run(
            ServiceDefinition.Name,
            report => new ServiceLife(report, ct => _ = daemon.ReloadAsync(ct), context.Time),
            life => exit = ServiceBody.Live(life, daemon, options.StateDirectory, log)
        );
        return error == 0
            ? exit
            : throw new UsageException(
                $"--service is for the service control manager of Windows, which did not start this process (error {error}). "
                    + $"Start the service with 'sc.exe start {ServiceDefinition.Name}', or type 'iwtune run' to run the agent here."
            );
    }
}
