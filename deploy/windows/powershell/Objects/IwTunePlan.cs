using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell;

/// <summary>A policy beside this host.</summary>
public sealed class IwTunePlan
{
    internal IwTunePlan(string path, int exitCode, PlanAnswer from)
    {
        Path = path;
        Policy = from.Policy ?? "";
        Mode = from.Mode;
        InDesiredState = exitCode == 0;
        IsSupported = exitCode != 3;
        Changes =
        [
            .. from.Steps.Select(step => IwTuneChange.Of(step, "Pending")),
            .. from.Withheld.Select(step => IwTuneChange.Of(step, "Withheld")),
            .. from.Audited.Select(step => IwTuneChange.Of(step, "Audited")),
            .. from.Refusals.Select(IwTuneChange.Of),
            .. from.AlreadyThere.Select(IwTuneChange.There),
        ];
        Unmatched = [.. from.Unmatched.Select(gap => $"{gap.Scope}: {gap.Reason}")];
        Pending = [.. from.Steps.Select(step => $"{step.Target}: {SegmentsText.Of(step.From)} -> {SegmentsText.Of(step.To)}")];
        Before = from.Steps.GroupBy(step => step.Target).ToDictionary(steps => steps.Key, steps => steps.First().From.InitCwnd);
    }

    /// <summary>The file of the policy.</summary>
    public string Path { get; }

    /// <summary>Its name.</summary>
    public string Policy { get; }

    /// <summary>Enforce or Audit.</summary>
    public string Mode { get; }

    /// <summary>True when this host complies with the policy.</summary>
    public bool InDesiredState { get; }

    /// <summary>False when nothing of the policy can be set here.</summary>
    public bool IsSupported { get; }

    /// <summary>Every target that the policy covers.</summary>
    public IwTuneChange[] Changes { get; }

    /// <summary>Scopes that found nothing here, each with the reason.</summary>
    public string[] Unmatched { get; }

    /// <summary>The changes that applying would make, as sentences.</summary>
    internal string[] Pending { get; }

    internal Dictionary<string, int?> Before { get; }
}
