using System.Management.Automation;
using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell.Cmdlets;

/// <summary>Whether this host complies with a policy, and what would change.</summary>
[Cmdlet(VerbsDiagnostic.Test, "IwTunePolicy")]
[OutputType(typeof(IwTunePlan), typeof(bool))]
public sealed class TestIwTunePolicyCommand : IwTuneCommand
{
    /// <summary>The policy, YAML or JSON.</summary>
    [Parameter(Mandatory = true, Position = 0, ValueFromPipeline = true, ValueFromPipelineByPropertyName = true)]
    [Alias("FullName", "PSPath")]
    [ValidateNotNullOrEmpty]
    public string Path { get; set; } = "";

    /// <summary>Only true or false.</summary>
    [Parameter]
    public SwitchParameter Quiet { get; set; }

    /// <inheritdoc/>
    protected override void ProcessRecord()
    {
        var file = GetUnresolvedProviderPathFromPSPath(Path);
        if (Ask<PlanAnswer>(file, "plan", file) is not var (run, answer))
            return;
        var plan = new IwTunePlan(file, run.ExitCode, answer);
        if (Quiet)
            WriteObject(plan.InDesiredState);
        else
            WriteObject(plan);
    }
}
