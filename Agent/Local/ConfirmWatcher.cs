using System.ComponentModel;
using System.Diagnostics;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Local;

/// <summary>
/// Starts the process that restores when the one that applies is killed. Where systemd runs it becomes a transient unit, because a session
/// or a service ends all its processes with it; elsewhere it is detached from the terminal.
/// </summary>
internal static class ConfirmWatcher
{
    /// <summary>The command of this program that watches.</summary>
    public const string Verb = "confirm-watch";

    /// <summary>The word with which it reports that it is ready.</summary>
    public const string Ready = "watching";

    /// <summary>Returns when it watches.</summary>
    /// <exception cref="StateUnusableException">It could not be started, so nothing may be changed.</exception>
    public static void Start(StateDirectory state)
    {
        string[] arguments = [Verb, "--state", Path.GetFullPath(state.Root)];
        if (!(IsUnderSystemd() && StartUnit(arguments)))
            StartDetached(arguments);
    }

    /// <summary>systemd starts units in its own network namespace; in another one they would not see these routes.</summary>
    private static bool IsUnderSystemd() =>
        OperatingSystem.IsLinux() && Directory.Exists("/run/systemd/system") && Namespace("self") is { } here && here == Namespace("1");

    private static string? Namespace(string process)
    {
        try
        {
            return new FileInfo($"/proc/{process}/ns/net").LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool StartUnit(string[] arguments)
    {
        try
        {
            using var run = Process.Start(
                new ProcessStartInfo(
                    "systemd-run",
                    [
                        "--quiet",
                        "--collect",
                        $"--unit=iwtune-confirm-{Environment.ProcessId}",
                        "--description=Restores an IwTune change that is not confirmed",
                        "--",
                        Program,
                        .. arguments,
                    ]
                )
                {
                    UseShellExecute = false,
                    RedirectStandardInput = true,
                    RedirectStandardError = true,
                }
            )!;
            run.StandardInput.Close();
            run.StandardError.ReadToEnd();
            run.WaitForExit();
            return run.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false; // a system without systemd-run
        }
    }

    private static void StartDetached(string[] arguments)
    {
        try
        {
            using var watcher = Process.Start(
                new ProcessStartInfo(Program, arguments)
                {
                    UseShellExecute = false,
                    RedirectStandardInput = true,
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    CreateNoWindow = true,
                    WorkingDirectory = Path.GetPathRoot(Environment.SystemDirectory) is { Length: > 0 } root ? root : "/",
                }
            )!;
            if (watcher.StandardOutput.ReadLine() != Ready)
                throw Unusable(watcher.StandardError.ReadToEnd());
        }
        catch (Win32Exception failed)
        {
            throw Unusable(failed.Message);
        }
    }

    private static string Program => Environment.ProcessPath ?? throw Unusable("the path of this program is not known");

    private static StateUnusableException Unusable(string why) =>
        new(
            $"The process that would undo an unconfirmed change could not be started: {why.Trim()} Nothing was changed. Without "
                + "--confirm, and without 'confirm' in the policy, none is needed."
        );
}
