namespace IwTune.Agent.Ports;

/// <summary>The words of an operating system for the same things. Sentences are built from these and need no second version.</summary>
public sealed record HostWords
{
    /// <summary>The words of the system that this process runs on.</summary>
    public static HostWords Here => OperatingSystem.IsWindows() ? Windows : Linux;

    internal static HostWords Linux { get; } =
        new()
        {
            Target = "route",
            Sudo = "sudo ",
            Administrator = "root",
            RunElevated = "Run as root",
            UseElevated = "Use sudo",
            StartDaemon = "systemctl start iwtune",
            StopDaemon = "systemctl stop iwtune",
            ReloadDaemon = "systemctl reload iwtune",
            ShowTargets = "'ip route'",
            ByHand = new(
                "shell script: for every route the command that undoes the change in the way in which it was made (ip, nmcli, a file to "
                    + "remove)",
                "> /root/undo.sh",
                "sudo sh /root/undo.sh"
            ),
            FindWriter = "Find out who writes it ('ip monitor route' while it happens) and set the window there.",
        };

    internal static HostWords Windows { get; } =
        new()
        {
            Target = "template",
            Sudo = "",
            Administrator = "an administrator",
            RunElevated = "Run it as administrator",
            UseElevated = "Run it as administrator (an elevated prompt)",
            StartDaemon = "sc.exe start IwTune",
            StopDaemon = "sc.exe stop IwTune",
            ReloadDaemon = "sc.exe control IwTune paramchange",
            ShowTargets = "Get-NetTCPSetting",
            ByHand = new(
                "script for an elevated PowerShell: for every template and filter the command that restores it (netsh, Set-NetTCPSetting, "
                    + "Remove-NetTransportFilter)",
                @"> C:\undo.ps1",
                @"powershell -ExecutionPolicy Bypass -File C:\undo.ps1"
            ),
            FindWriter = "Find out who writes it (a group policy, a start script, Desired State Configuration) and set the window there.",
        };

    /// <summary>What is set here, in the singular (<see cref="Capabilities.Noun"/>).</summary>
    public required string Target { get; init; }

    /// <summary>The prefix of a command that changes the host; empty where a prompt is elevated as a whole.</summary>
    public required string Sudo { get; init; }

    /// <summary>Who may change the host, with its article: <c>root</c>, <c>an administrator</c>.</summary>
    public required string Administrator { get; init; }

    /// <summary>How to get the missing right; begins a sentence and has no full stop.</summary>
    public required string RunElevated { get; init; }

    /// <summary>The same for a command that was just typed; begins a sentence and has no full stop.</summary>
    public required string UseElevated { get; init; }

    /// <summary>Starts the installed daemon.</summary>
    public required string StartDaemon { get; init; }

    /// <summary>Stops the installed daemon.</summary>
    public required string StopDaemon { get; init; }

    /// <summary>Makes the installed daemon read settings, limits and policy again.</summary>
    public required string ReloadDaemon { get; init; }

    /// <summary>The system's own command that shows windows, in quotes where it has blanks.</summary>
    public required string ShowTargets { get; init; }

    /// <summary>How everything is restored without iwtune.</summary>
    public required UndoScript ByHand { get; init; }

    /// <summary>How to find the program that keeps changing a target, as a sentence.</summary>
    public required string FindWriter { get; init; }

    /// <summary>What to do about a failure, as a sentence after others; empty when another user's rights would not help.</summary>
    public string WayOut(Exception? failure) => failure is UnauthorizedAccessException ? $" {RunElevated}." : "";

    /// <summary>A line as it is typed on this system: commands of examples with <c>sudo</c> lose it where there is none.</summary>
    public string Typed(string line) => line.Replace(Linux.Sudo, Sudo, StringComparison.Ordinal);
}

/// <summary>The script that restores everything by hand.</summary>
/// <param name="Form">What it is, after <c>The output is a</c>.</param>
/// <param name="Kept">Keeps it in a file, after the command that prints it.</param>
/// <param name="Run">Runs that file.</param>
public sealed record UndoScript(string Form, string Kept, string Run);
