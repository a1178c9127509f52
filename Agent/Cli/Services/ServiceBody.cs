using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>What happens between a service's first and last word: the daemon, and every way in which it may end.</summary>
internal static class ServiceBody
{
    /// <summary>
    /// Lives until the daemon ends. Everything is logged before the manager hears of the end, because the process may be gone at once.
    /// </summary>
    /// <returns>The exit code that the manager was told.</returns>
    public static int Live(ServiceLife life, DaemonRun daemon, string stateDirectory, AgentLog log)
    {
        var exit = ExitCode.Error;
        try
        {
            StateDirectory.Open(stateDirectory); // the log file lies there
            exit = daemon.RunAsync(life, life.Stop).GetAwaiter().GetResult();
        }
        catch (Exception e)
        {
            // Thrown out of here, it would end the process without a word to the log or the manager.
            exit = CommandLine.CodeOf(e) ?? ExitCode.Error;
            log.Error(CommandLine.CodeOf(e) is null ? $"The agent failed: {e}" : e.Message);
        }
        life.Ended(exit);
        return exit;
    }
}
