using System.Management.Automation;
using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell.Cmdlets;

/// <summary>What the agent on this host does.</summary>
[Cmdlet(VerbsCommon.Get, "IwTuneStatus")]
[OutputType(typeof(IwTuneStatus))]
public sealed class GetIwTuneStatusCommand : IwTuneCommand
{
    /// <inheritdoc/>
    protected override void ProcessRecord()
    {
        if (Ask<StatusAnswer>(null, "status") is var (run, answer))
            WriteObject(new IwTuneStatus(run.ExitCode, answer));
    }
}
