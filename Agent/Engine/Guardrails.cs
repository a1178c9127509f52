using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>Why a required window is not set. Every reason names what refuses it and what to change.</summary>
internal sealed class Guardrails(BundleContent content, HostRules rules)
{
    private readonly Limits _limits = content.Limits.Narrow(rules.Limits);
    private readonly IReadOnlyDictionary<Scope, string> _deciding = content.Decided();
    private Raise? _seen;
    private Objection? _objection;

    public Refusal? Refuse(Want want) =>
        Unsupported(want) is { } cannot ? new Refusal(want, cannot, Unsupported: true)
        : rules.Veto is { } veto ? new Refusal(want, veto)
        : OverMax(want) is { } over ? new Refusal(want, over) { ByLimit = true }
        : want.Holds ? null
        : Raised(want)
            ?? (OverStep(want) is { } step ? new Refusal(want, step) { ByLimit = true } : null)
            ?? (
                (Guarded(want) ?? ReportOnly(want) ?? Unfollowed(want) ?? Undecided(want)) is { } reason
                    ? new Refusal(want, reason)
                    : Fighting(want)
            );

    private Refusal? Fighting(Want want) =>
        want.Override is null && rules.Fights.TryGetValue(want.Target.Id, out var why)
            ? new Refusal(want, why) { Left = TargetLeft.OwnerFights }
            : null;

    private string? Unsupported(Want want) =>
        rules.Capabilities switch
        {
            { Unsupported: { } why } => why,
            _ when want.Cannot is { } why => why,
            { Prefixes: false } when want.Scope is Scope.Prefix => "This host cannot give a prefix a window of its own.",
            { Interfaces: false } when want.Scope is Scope.Interface => "This host cannot give an interface a window of its own.",
            { Tables: false } when want.Scope is Scope.Table => "This host has no routing tables to choose from.",
            { InitRwnd: false } when want.Window.InitRwnd is not null =>
                "This host cannot set a receive window; leave out initrwnd for it.",
            { Segments: { } segments } when !want.Holds => segments.Refuse(want.Window.InitCwnd),
            _ => null,
        };

    /// <summary>
    /// Also applies to a window that we set earlier, under wider limits; what the host had by itself is not ours to judge.
    /// </summary>
    private string? OverMax(Want want) =>
        want.Window.InitCwnd > LimitsOf(want).Max && (!want.Holds || want.Target.Original is not null)
            ? $"initcwnd {want.Window.InitCwnd} is more than {LimitsOf(want).Max}, "
                + $"{Source(want.Override is null && _limits.Max == content.Limits.Max, "max")}."
            : null;

    /// <summary>An administrator of the host is bound by the host's own limits, not by those of a policy that they override.</summary>
    private Limits LimitsOf(Want want) => want.Override is null ? _limits : rules.Limits;

    private string? OverStep(Want want)
    {
        if (want.Override is not null)
            return null;
        // A window that was removed with a stopped agent and is set again is no step.
        var now = Math.Max(want.Target.Current.InitCwnd ?? InitialWindow.LinuxDefault, want.Target.LastSet?.Window.InitCwnd ?? 0);
        if (_limits.StepFactor is not { } factor || want.Window.InitCwnd is not { } asked || asked <= (long)now * factor)
            return null;
        return $"initcwnd {asked} is more than {factor} times {now}, the window in force "
            + $"({Source(factor == content.Limits.StepFactor, "step")}). Set {now * factor} first.";
    }

    /// <summary>
    /// The guardrails that policies and server also apply, with what this host has measured. A person's override on the host is their own
    /// decision.
    /// </summary>
    private Refusal? Raised(Want want)
    {
        if (want.Override is not null || want.Window.InitCwnd is not { } asked)
            return null;
        var now = Math.Max(want.Target.Current.InitCwnd ?? InitialWindow.LinuxDefault, want.Target.LastSet?.Window.InitCwnd ?? 0);
        var traffic = rules.Sight.Traffic(want.Target.Id, now);
        var seen = new Raise(asked)
        {
            From = now,
            Role = PathRoles.Of(want.Scope),
            Override = content.Override,
            // A window that the host decides follows its own rules, by its own measurements.
            Evidence = traffic is null || _deciding.ContainsKey(want.Scope) ? null : PathEvidence.Of(traffic),
            Sack = rules.Sight.Sack,
            Blind = rules.Sight.Blind,
        };
        // A host may have thousands of routes of which nothing is known yet, and all ask the same.
        if (seen != _seen)
            (_seen, _objection) = (seen, GuardrailCheck.Refuse(seen));
        if (_objection is not { } refusal)
            return null;
        var told = seen with { Evidence = null, Sack = null, Blind = null };
        return new(want, $"initcwnd {asked}: {refusal.Text}") { ByLimit = GuardrailCheck.Refuse(told) is not null };
    }

    private static string? Guarded(Want want) => want.Override is null ? want.Target.OnlyByOverride : null;

    private static string? ReportOnly(Want want) =>
        want.Target.Strategy is { Kind: StrategyKind.ReportOnly, Why: var why, Instead: var instead }
            ? instead is null
                ? why
                : $"{why} {instead.Sentence(want.Window)}"
            : null;

    private string? Unfollowed(Want want) =>
        rules.Followed || !want.Target.Strategy.NeedsAgent
            ? null
            : $"{want.Target.Strategy.Why} No agent runs here: start the service, or run 'iwtune run --policy FILE'.";

    /// <summary>RFC 6928 §12: a window that grows by itself needs monitoring of losses.</summary>
    private string? Undecided(Want want) =>
        rules.Followed || want.Override is not null || !_deciding.TryGetValue(want.Scope, out var word)
            ? null
            : $"'{word}' needs a running agent that observes losses of connections. No agent runs here: start the service, or run "
                + "'iwtune run --policy FILE'.";

    private static string Source(bool fromPolicy, string key) =>
        fromPolicy ? $"the policy's own limits.{key}" : $"{key} in this host's limits.yaml";
}
