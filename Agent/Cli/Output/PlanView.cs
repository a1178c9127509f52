using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Risks;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output;

/// <summary>A plan as a diff: what each target has, what it would get, and what is left alone and why.</summary>
internal static class PlanView
{
    public static void Write(Terminal terminal, Plan plan) => Gathering.Lines(terminal, gathering => WriteLines(gathering, plan));

    private static void WriteLines(Terminal terminal, Plan plan)
    {
        var notes = new Footnotes();
        var scopes = plan.Resolution.Wants.ToDictionary(
            want => want.Target.Id,
            want => want.Override?.Describe() ?? $"{want.Scope}{plan.Resolution.DecidedBy(want.Scope)}",
            StringComparer.Ordinal
        );
        foreach (var step in plan.Steps.Concat(plan.Audited).Concat(plan.Withheld))
            WriteStep(terminal, step, scopes.GetValueOrDefault(step.Target.Id), notes);
        foreach (var want in plan.AlreadyThere)
            terminal.Say(terminal.Paint(Ink.Quiet, $"= {want.Target.Id}: {want.Window} ({scopes[want.Target.Id]})"));
        foreach (var refusal in plan.Refusals)
        {
            terminal.Say(
                terminal.Paint(
                    Ink.Attention,
                    $"! {refusal.Want.Target.Id}: {WindowText.Of(refusal.Want.Target.Current)}, required {refusal.Want.Window} "
                        + $"({refusal.Want.Scope}{plan.Resolution.DecidedBy(refusal.Want.Scope)})"
                )
            );
            terminal.Say($"    not set: {refusal.Reason}", hanging: 6);
        }
        foreach (var unmatched in plan.Resolution.Unmatched)
            terminal.Say(terminal.Paint(Ink.Attention, $"! {unmatched.Scope}: {unmatched.Reason}"));
        notes.Write(terminal);
    }

    /// <summary>The last line: how many, and what to type next.</summary>
    public static string Summary(Plan plan, string command, string noun)
    {
        var refused = plan.Refusals.Count == 0 ? "" : $" {Counted.Of(plan.Refusals.Count, noun)} cannot be set; the reasons are above.";
        if (plan is { Hold: { } hold, Withheld.Count: > 0 })
            return $"{Counted.Of(plan.Withheld.Count, "change")} withheld: this host is {hold}. 'iwtune release' ends the hold.{refused}";
        if (plan is { Observing: { } by, Audited.Count: > 0 })
            return $"This host only observes ({by}): {Counted.Of(plan.Audited.Count, "difference")}, nothing will be changed.{refused}";
        if (plan.Audited.Count > 0)
            return $"The policy only audits: {Counted.Of(plan.Audited.Count, "difference")}, nothing will be changed.{refused}";
        if (plan.Steps.Count > 0)
            return $"{Counted.Of(plan.Steps.Count, "change")} pending.{refused} 'iwtune {command}' makes "
                + $"{(plan.Steps.Count == 1 ? "it" : "them")}.";
        return plan.Refusals.Count > 0 ? $"No change pending.{refused}"
            : plan.Resolution.Unmatched.Count > 0 ? $"No change pending. {Unmatched(plan)}"
            : "No change pending: this host complies with the policy.";
    }

    /// <summary>The meaning of scopes that found nothing; empty when every scope found something.</summary>
    public static string Unmatched(Plan plan) => Unmatched(plan.Resolution.Unmatched.Count, none: plan.Resolution.Wants.Count == 0);

    /// <param name="gaps">How many scopes found nothing.</param>
    /// <param name="none">True when no other scope found anything either.</param>
    public static string Unmatched(int gaps, bool none)
    {
        if (gaps == 0)
            return "";
        var scopes =
            "Nothing here can be set for "
            + $"{(none ? gaps == 1 ? "its only scope" : $"any of its {gaps} scopes" : Counted.Of(gaps, "scope"))}; the reasons are "
            + "with them.";
        return none ? scopes : $"{scopes} For the others this host complies with the policy.";
    }

    /// <summary>A step as a diff, then its method and its risks.</summary>
    private static void WriteStep(Terminal terminal, Step step, string? scope, Footnotes notes)
    {
        var (wanted, why) = step switch
        {
            Step.Set set => (set.Wanted, $"{scope}"),
            Step.PutBack back => (back.Before.Window, "restored: no scope requires it any more"),
            _ => (step.Target.Current, ""),
        };
        terminal.Say($"~ {step.Target.Id} {terminal.Paint(Ink.Quiet, $"({why})")}");
        terminal.Out.WriteLine(terminal.Paint(Ink.Bad, $"    - {WindowText.Of(step.Target.Current)}"));
        terminal.Out.WriteLine(terminal.Paint(Ink.Good, $"    + {WindowText.Of(wanted)}"));
        terminal.Say(
            $"    how   {step.Target.Strategy.Word}, owner {step.Target.Owner}{notes.Mark(step.Target.Strategy.Why)}",
            hanging: 10
        );
        if (StepRisks.Of(step) is { Count: > 0 } risks)
            terminal.Say(
                $"    risk  {string.Join("; ", risks.Select(risk => terminal.Paint(InkOf(risk.Level), risk.What) + notes.Mark(risk.Why)))}",
                hanging: 10
            );
    }

    private static Ink InkOf(RiskLevel level) =>
        level switch
        {
            RiskLevel.High => Ink.Bad,
            RiskLevel.Medium => Ink.Attention,
            _ => Ink.Quiet,
        };
}
