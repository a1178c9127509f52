using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>The method by which templates are read, and whether all methods agree.</summary>
internal static class ReadingMethods
{
    public static readonly Check<WindowsFindings> Check = new(
        "roads",
        DiagnosisGroup.Routes,
        "Templates can be read with PowerShell, with WMI and from the text output of netsh. netsh alone reports neither filters nor "
            + "AutomaticUseCustom. If two methods differ, one of them is wrong.",
        "MSFT_NetTCPSetting; netsh interface tcp show supplemental",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        var taken = $"read by {MethodText.Of(host.State.Templates.Method)}";
        if (host.MethodNotes.FirstOrDefault(note => note.Contains("disagree", StringComparison.Ordinal)) is { } differ)
            return CheckAnswer.Problem(
                $"{taken}; {differ}",
                "Restart the Windows Management Instrumentation service (Winmgmt) and look again; a write counts only when it reads back."
            );
        var fix =
            host.State.Templates.Method == AccessMethod.Netsh && host.State.Rules.Custom.Count > 0
                ? "Start the Windows Management Instrumentation service (sc.exe start winmgmt), and verify its repository: winmgmt "
                    + "/verifyrepository."
                : "";
        return fix.Length > 0 ? CheckAnswer.Advice(host.MethodNotes is [var first, ..] ? first : taken, fix) : CheckAnswer.Ok(taken);
    }
}
