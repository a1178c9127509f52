using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>
/// Security 4688: a program that can change templates was started. The command line is there only where a policy of its own says so.
/// </summary>
internal static class ProgramClues
{
    /// <summary>Runs the scripts of Group Policy.</summary>
    private const string PolicyScripts = "gpscript.exe";

    private static readonly HashSet<string> PowerShells = new(StringComparer.OrdinalIgnoreCase) { "powershell.exe", "pwsh.exe" };

    /// <summary>What stands between a person or a task and netsh; any other program that started it is the author.</summary>
    private static readonly HashSet<string> Shells = new(StringComparer.OrdinalIgnoreCase)
    {
        "cmd.exe",
        "powershell.exe",
        "pwsh.exe",
        "conhost.exe",
        "explorer.exe",
        "svchost.exe",
        "taskeng.exe",
        "cscript.exe",
        "wscript.exe",
        "WindowsTerminal.exe",
    };

    /// <summary>True for a program in which a command or script runs.</summary>
    public static bool IsShell(string program) =>
        Shells.Contains(program) || string.Equals(program, "netsh.exe", StringComparison.OrdinalIgnoreCase);

    /// <returns><see langword="null"/> for a program that has nothing to do with templates.</returns>
    public static Clue? Of(LoggedEvent found)
    {
        var program = found.Program("NewProcessName");
        var line = found.Text("CommandLine");
        var netsh = string.Equals(program, "netsh.exe", StringComparison.OrdinalIgnoreCase);
        if (netsh ? SettingVerbs.IsOther(line) : !PowerShells.Contains(program))
            return null;
        var verb = SettingVerbs.In(line);
        var parent = found.Program("ParentProcessName");
        var account = AccountOf(found);
        return new Clue(
            verb.Length > 0 ? ClueKind.Command
                : netsh ? ClueKind.Netsh
                : ClueKind.PowerShell,
            found.At,
            string.Equals(parent, PolicyScripts, StringComparison.OrdinalIgnoreCase) ? PolicyClues.ScriptAuthor
                : parent.Length == 0 || IsShell(parent) ? $"{program} of {account}"
                : LoggedName.Of(parent),
            $"{(parent.Length > 0 ? $"{LoggedName.Of(parent)} started {program}" : $"{program} was started")}"
                + $"{(verb.Length > 0 ? $" with '{verb}'" : "")} as {account}"
        )
        {
            Process = found.ProcessOf("NewProcessId"),
            Parent = found.ProcessOf("ProcessId"),
            Advice = string.Equals(parent, PolicyScripts, StringComparison.OrdinalIgnoreCase)
                ? PolicyClues.Advice
                : "Set the window in that command or program, or use 'iwtune override' if the change is intended.",
        };
    }

    /// <summary>The new process runs as the target account where that differs from the one that started it.</summary>
    private static string AccountOf(LoggedEvent found) =>
        found.Text("TargetUserName") is { Length: > 1 } target
            ? LoggedName.Account(found.Text("TargetDomainName"), target, found.Text("TargetUserSid"))
            : LoggedName.Account(found.Text("SubjectDomainName"), found.Text("SubjectUserName"), found.Text("SubjectUserSid"));
}
