using System.Management.Automation;
using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell.Cmdlets;

/// <summary>The windows of this host.</summary>
[Cmdlet(VerbsCommon.Get, "IwTuneWindow")]
[OutputType(typeof(IwTuneWindow))]
public sealed class GetIwTuneWindowCommand : IwTuneCommand
{
    /// <summary>Only targets whose name is like one of these.</summary>
    [Parameter(Position = 0, ValueFromPipeline = true, ValueFromPipelineByPropertyName = true)]
    [SupportsWildcards]
    public string[]? Target { get; set; }

    /// <summary>Only what iwtune has set.</summary>
    [Parameter]
    public SwitchParameter Managed { get; set; }

    /// <inheritdoc/>
    protected override void ProcessRecord()
    {
        if (Ask<ShowAnswer>(null, "show") is not var (_, answer))
            return;
        var patterns = Target?.Select(target => WildcardPattern.Get(target, WildcardOptions.IgnoreCase)).ToList();
        foreach (var window in answer.Targets.Select(target => new IwTuneWindow(target)))
            if ((!Managed || window.IsManaged) && (patterns is null || patterns.Exists(pattern => pattern.IsMatch(window.Target))))
                WriteObject(window);
    }
}
