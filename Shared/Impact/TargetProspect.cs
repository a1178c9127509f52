using IwTune.Shared.Model;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Impact;

/// <summary>
/// Judges the targets of one host, in the agent's order: what it cannot, what a limit forbids, what it leaves alone, what it withholds.
/// </summary>
internal sealed class TargetProspect(ForecastCase given, WindowsLimits? fit)
{
    private readonly Limits _limits = given.Content.Limits.Narrow(given.State.Limits ?? Limits.None);

    public TargetForecast Of(TargetState target, AskedScope asked)
    {
        var before = target.Before ?? target.Configured;
        // A receive window is no part of what Windows can have.
        var wanted = new Window(
            asked.Window.InitCwnd ?? before.InitCwnd,
            given.Release is null ? asked.Window.InitRwnd ?? before.InitRwnd : null
        );
        var cannot = WindowsCannot(asked, has: target.Configured == wanted);
        var reported = cannot is null && target.Configured != wanted && target.Strategy == "report-only";
        var (prospect, why) =
            target.Left == TargetLeft.Overridden ? (Prospect.Overridden, target.Reason)
            : cannot is not null ? (Prospect.Unsupported, cannot)
            : reported ? (Prospect.Unsupported, Reported(target))
            : Limited(target, wanted, asked) is { } limit ? (Prospect.Refused, limit)
            : target.Configured == wanted ? (Prospect.Same, "")
            : TakenBack(target, wanted) is { } back ? (Prospect.Refused, back)
            : target.Left == TargetLeft.OwnerFights ? (Prospect.OwnerFights, $"{Writer(target)} undoes every repair")
            : Withheld(Prospect.Changes, asked.Decided.Length > 0 ? $"decided by the host ({asked.Decided})" : "");
        return Told(target, asked.Scope, wanted, prospect is Prospect.Changes ? wanted : target.Configured, prospect, why) with
        {
            Cause = reported && prospect == Prospect.Unsupported && !IsTemplate(target) ? ProspectCause.OtherOwner : ProspectCause.Other,
        };
    }

    private static string KindOf(TargetState target) => TargetForecast.KindOf(target.Id);

    /// <summary>Windows owns its templates and does not write them: whatever changes one is another program.</summary>
    private static bool IsTemplate(TargetState target) => KindOf(target) == "template";

    private static string Reported(TargetState target) =>
        IsTemplate(target) ? "a template cannot be set there" : $"{KindOf(target)} owned by {target.Owner}";

    private static string Writer(TargetState target) => IsTemplate(target) ? "another program" : target.Owner;

    /// <summary>No scope covers it.</summary>
    public TargetForecast Unwanted(TargetState target)
    {
        if (target.Left == TargetLeft.Overridden)
            return Told(target, null, null, target.Configured, Prospect.Overridden, target.Reason);
        var (prospect, why) = Withheld(Prospect.PutBack, "");
        return Told(
            target,
            null,
            null,
            prospect == Prospect.PutBack ? target.Before ?? target.Configured : target.Configured,
            prospect,
            why
        );
    }

    /// <summary>A filter that a step would make for a prefix.</summary>
    public TargetForecast Filter(Scope.Prefix prefix, AskedScope asked)
    {
        var window = new Window(asked.Window.InitCwnd, null);
        var (prospect, why) =
            WindowsCannot(asked, has: false) is { } cannot ? (Prospect.Unsupported, cannot)
            : Above(window) is { } limit ? (Prospect.Refused, limit)
            : Withheld(Prospect.Changes, "");
        return new()
        {
            Id = $"filter {prefix.Network}",
            Scope = asked.Scope.ToString(),
            Strategy = "native",
            Now = Window.Unset,
            Wanted = window,
            Then = prospect == Prospect.Changes ? window : Window.Unset,
            Prospect = prospect,
            Why = why,
        };
    }

    private static TargetForecast Told(TargetState target, Scope? scope, Window? wanted, Window then, Prospect prospect, string why) =>
        new()
        {
            Id = target.Id,
            Scope = scope?.ToString(),
            Owner = target.Owner,
            Strategy = target.Strategy,
            Now = target.Configured,
            Wanted = wanted,
            Then = then,
            Prospect = prospect,
            Why = why,
        };

    private (Prospect Prospect, string Why) Withheld(Prospect otherwise, string why) =>
        given.State.Observing is { } by ? (Prospect.Observing, $"only observes ({by})")
        : given.Content.Mode == PolicyMode.Audit ? (Prospect.Audited, "the policy only audits")
        : given.State.Hold is { } hold ? (Prospect.Held, hold.ToString())
        : (otherwise, why);

    /// <param name="asked">What is required.</param>
    /// <param name="has">Whether the target has this window, so that nothing needs to be set.</param>
    private string? WindowsCannot(AskedScope asked, bool has) =>
        (has ? null : fit?.OfAll)
        ?? (given.Release is { } release ? WindowsLimits.Refuse(asked.Window, release) : null)
        ?? (asked.Scope is Scope.Prefix ? fit?.OfPrefixes : null);

    /// <summary>
    /// Windows that the host set earlier under wider limits are checked against the limits, too; its own before-image is not.
    /// </summary>
    private string? Limited(TargetState target, Window wanted, AskedScope asked)
    {
        var holds = target.Configured == wanted;
        if (holds && !target.Managed)
            return null;
        return Above(wanted) ?? (holds ? null : Raised(target, wanted, asked.Scope) ?? Step(target, wanted));
    }

    private string? Above(Window wanted) =>
        wanted.InitCwnd > _limits.Max ? $"above {_limits.Max}, {Source(_limits.Max == given.Content.Limits.Max, "max")}" : null;

    private string? Raised(TargetState target, Window wanted, Scope scope) =>
        wanted.InitCwnd is { } to
        && GuardrailCheck.Refuse(
            new Raise(to)
            {
                From = InForce(target),
                Role = PathRoles.Of(scope),
                Override = given.Content.Override,
            }
        )
            is { } refusal
            ? refusal.Text
            : null;

    private string? Step(TargetState target, Window wanted) =>
        _limits.StepFactor is { } factor && wanted.InitCwnd > (long)InForce(target) * factor
            ? $"more than {factor} times the window in force, {Source(factor == given.Content.Limits.StepFactor, "step")}"
            : null;

    /// <summary>What went with a stopped agent, and is set again, is no step.</summary>
    private static int InForce(TargetState target) =>
        Math.Max(target.Configured.InitCwnd ?? InitialWindow.LinuxDefault, target.Managed ? target.Wanted?.InitCwnd ?? 0 : 0);

    /// <summary>
    /// This very window was required of the host, and it set less or refused it. A refusal for numbers alone says nothing about another
    /// policy, whose limits are judged above.
    /// </summary>
    private static string? TakenBack(TargetState target, Window wanted) =>
        target.Wanted == wanted
        && target.Left is null
        && target.ByLimit != true
        && target.Outcome is TargetOutcome.Applied or TargetOutcome.AlreadyThere or TargetOutcome.Refused
        && target.Reason.Length > 0
            ? target.Reason
            : null;

    private static string Source(bool fromPolicy, string key) =>
        fromPolicy ? $"the policy's own limits.{key}" : $"{key} of the host's own limits";
}
