using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>What happens between a service's first and last report: the daemon, and every way in which it may end.</summary>
internal static class ServiceBody
{
    /// <summary>
    /// Runs until the daemon ends. Everything is logged before the end is reported to the manager, because the process may be ended at
    /// once.
    /// </summary>
    /// <returns>The exit code that was reported to the manager.</returns>
    public static int Live(ServiceLife life, DaemonRun daemon, string stateDirectory, AgentLog log)
    {
        var exit = ExitCode.Error;
        try
        {
            StateDirectory.Open(stateDirectory); // the log file is there
            exit = daemon.RunAsync(life, life.Stop).GetAwaiter().GetResult();
        }
        catch (Exception e)
        {
            // An exception out of here would end the process without a line in the log or a report to the manager.
            exit = CommandLine.CodeOf(e) ?? ExitCode.Error;
            log.Error(CommandLine.CodeOf(e) is null ? $"The agent failed: {e}" : e.Message);
        }
        life.Ended(exit);
        return exit;
    }
}
