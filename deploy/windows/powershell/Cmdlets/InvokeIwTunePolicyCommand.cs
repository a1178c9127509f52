using System.Management.Automation;
using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell.Cmdlets;

/// <summary>Makes this host what a policy says.</summary>
[Cmdlet(VerbsLifecycle.Invoke, "IwTunePolicy", SupportsShouldProcess = true, ConfirmImpact = ConfirmImpact.Medium)]
[OutputType(typeof(IwTuneResult))]
public sealed class InvokeIwTunePolicyCommand : IwTuneCommand
{
    /// <summary>The policy, YAML or JSON.</summary>
    [Parameter(Mandatory = true, Position = 0, ValueFromPipeline = true, ValueFromPipelineByPropertyName = true)]
    [Alias("FullName", "PSPath")]
    [ValidateNotNullOrEmpty]
    public string Path { get; set; } = "";

    /// <inheritdoc/>
    protected override void ProcessRecord()
    {
        var file = GetUnresolvedProviderPathFromPSPath(Path);
        if (Ask<PlanAnswer>(file, "plan", file) is not var (planned, answer))
            return;
        var plan = new IwTunePlan(file, planned.ExitCode, answer);
        // A policy is applied as a whole, so it is asked about as a whole.
        var what = plan.Pending.Length > 0 ? string.Join("; ", plan.Pending) : "nothing to change";
        if (!ShouldProcess(what, $"Apply policy {plan.Policy}"))
            return;
        Changes = true;
        if (Ask<ChangeAnswer>(file, "apply", file) is not var (run, done))
            return;
        var result = new IwTuneResult(run.ExitCode, done, plan.Before);
        WriteObject(result);
        if (!result.Succeeded)
            WriteError(Errors.Of(run, file));
    }
}
