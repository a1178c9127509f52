using IwTune.Agent.Windows.Authors.Logs;
using IwTune.Agent.Windows.Templates.PowerShell.Child;

namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>PowerShell 4104: a script that names a cmdlet which changes templates.</summary>
internal static class ScriptClues
{
    /// <summary>In the functions that Windows makes of its own module NetTCPIP; loading the module logs them and changes nothing.</summary>
    private const string OfTheModule = "__cmdletization_";

    /// <returns><see langword="null"/> for any other script, and for one of ours.</returns>
    public static Clue? Of(LoggedEvent found)
    {
        var text = found.Text("ScriptBlockText");
        if (
            SettingVerbs.In(text) is not { Length: > 0 } verb
            || text.Contains(OfTheModule, StringComparison.Ordinal)
            || text.Contains(ChildAnswer.Mark, StringComparison.Ordinal)
        )
            return null;
        var path = LoggedName.Of(found.Text("Path"));
        var account = LoggedName.Account("", "", found.User);
        return new Clue(
            ClueKind.Script,
            found.At,
            path.Length > 0 ? $"the script {path}" : $"PowerShell of {account}",
            $"PowerShell logged {(path.Length > 0 ? $"the script {path}" : "a script")} with '{verb}' as {account}"
        )
        {
            Process = found.Process,
            Advice = "Set the window in that script, or use 'iwtune override' if the change is intended.",
        };
    }
}
