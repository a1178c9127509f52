using System.Management.Automation;
using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell.Cmdlets;

/// <summary>Restores what was there.</summary>
[Cmdlet(VerbsData.Restore, "IwTuneWindow", SupportsShouldProcess = true, ConfirmImpact = ConfirmImpact.High)]
[OutputType(typeof(IwTuneResult))]
public sealed class RestoreIwTuneWindowCommand : IwTuneCommand
{
    /// <summary>Every window as it was before iwtune first touched it, not the last change alone.</summary>
    [Parameter]
    public SwitchParameter All { get; set; }

    /// <inheritdoc/>
    protected override void ProcessRecord()
    {
        if (Ask<ShowAnswer>(null, "show") is not var (_, shown))
            return;
        var managed = shown.Targets.Select(target => new IwTuneWindow(target)).Where(window => window.IsManaged).ToList();
        var what =
            managed.Count == 0
                ? "nothing that iwtune has set"
                : string.Join(
                    "; ",
                    managed.Select(window => $"{window}, before {SegmentsText.Of(window.InitCwndBefore, window.InitRwndBefore)}")
                );
        if (!ShouldProcess(what, All ? "Restore everything" : "Undo the last change"))
            return;
        Changes = true;
        if (Ask<ChangeAnswer>(null, All ? ["rollback", "--all"] : ["rollback"]) is not var (run, done))
            return;
        var result = new IwTuneResult(run.ExitCode, done, managed.ToDictionary(window => window.Target, window => window.InitCwnd));
        WriteObject(result);
        if (!result.Succeeded)
            WriteError(Errors.Of(run, null));
    }
}
