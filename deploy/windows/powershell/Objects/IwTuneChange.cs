using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell;

/// <summary>One target of a policy: what it has, what it is to have, and what becomes of that.</summary>
public sealed class IwTuneChange
{
    private IwTuneChange(string target, string change, string reason)
    {
        Target = target;
        Change = change;
        Reason = reason;
    }

    /// <summary>The name of the template, or the route.</summary>
    public string Target { get; }

    /// <summary>
    /// Pending, AlreadyThere, Refused, Audited, Withheld before a change; Applied, AlreadyThere, Refused, Failed after one.
    /// </summary>
    public string Change { get; }

    /// <summary>initcwnd as it is; after a change, as it was before when that is known.</summary>
    public int? From { get; private set; }

    /// <summary>initcwnd as it is to be; after a change, as it was read back.</summary>
    public int? To { get; private set; }

    /// <summary>Why, as a sentence; empty when there is nothing to say.</summary>
    public string Reason { get; }

    /// <inheritdoc/>
    public override string ToString() => $"{Target}: {SegmentsText.Of(From, null)} -> {SegmentsText.Of(To, null)}, {Change}";

    internal static IwTuneChange Of(PlannedStepAnswer step, string change) =>
        new(step.Target, change, $"{step.Strategy}, owner {step.Owner}") { From = step.From.InitCwnd, To = step.To.InitCwnd };

    internal static IwTuneChange Of(PlannedRefusalAnswer refusal) =>
        new(refusal.Target, "Refused", refusal.Reason) { To = refusal.Wanted.InitCwnd };

    internal static IwTuneChange There(string target) => new(target, "AlreadyThere", "");

    internal static IwTuneChange Of(TargetAnswer done, int? before) =>
        new(done.Id, done.Outcome ?? "", done.Reason) { From = before, To = done.Configured.InitCwnd };
}
