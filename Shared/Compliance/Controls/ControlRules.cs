using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance.Controls;

/// <summary>
/// The rules of the built-in controls. No exception and no hold changes the result of another control: reports show those beside it.
/// </summary>
internal static class ControlRules
{
    /// <summary>A required revision must be accepted within it, and an exception approved.</summary>
    public static readonly TimeSpan Deadline = TimeSpan.FromHours(24);

    /// <summary>Connections that were reported this long ago still count as monitoring.</summary>
    public static readonly TimeSpan WatchedFor = TimeSpan.FromHours(24);

    /// <summary>An older agent must be upgraded within it.</summary>
    public static readonly TimeSpan Upgrading = TimeSpan.FromDays(30);

    /// <summary>A rollback must be rehearsed as often; agents do so every week.</summary>
    public static readonly TimeSpan Rehearsing = TimeSpan.FromDays(35);

    /// <summary>RFC 3390's window for a segment of 1460 bytes, segments.</summary>
    private const int Unmonitored = 3;

    public static ControlResult Configured(ComplianceCase given) =>
        !Requires(given)
            ? ControlResult.NotApplicable
            : ComplianceEvaluator.Health(given).Verdict switch
            {
                Verdict.Compliant or Verdict.Repaired => ControlResult.Pass,
                Verdict.Stale or Verdict.NeverSeen => ControlResult.Unknown,
                Verdict.Applying => ControlResult.NotChecked,
                Verdict.Unsupported => ControlResult.NotApplicable,
                _ => ControlResult.Fail,
            };

    public static ControlResult Effective(ComplianceCase given) =>
        Configured(given) is var configured and (ControlResult.NotApplicable or ControlResult.NotChecked or ControlResult.Unknown)
            ? configured
            : given.EffectiveAsRequired switch
            {
                true => ControlResult.Pass,
                false => ControlResult.Fail,
                null => ControlResult.NotChecked,
            };

    public static ControlResult Undisturbed(ComplianceCase given) =>
        OfRequired(given, out var targets)
        ?? Of(
            targets.All(target => target.Left is not (TargetLeft.Overridden or TargetLeft.OwnerFights))
                && (given.State!.Repaired is not { } repaired || given.Now - repaired > given.RepairedFor)
        );

    public static ControlResult WithinLimits(ComplianceCase given) =>
        OfRequired(given, out var targets)
        ?? Of(targets.All(target => target.Configured.InitCwnd is not { } window || window <= Most(given, target)));

    public static ControlResult InTime(ComplianceCase given)
    {
        if (!Requires(given))
            return ControlResult.NotApplicable;
        if (Held(given)?.Digest == given.RequiredDigest)
            return IsSilent(given) ? ControlResult.Unknown : ControlResult.Pass;
        return given.Now - given.RequiredSince > Deadline ? ControlResult.Fail
            : IsSilent(given) ? ControlResult.Unknown
            : ControlResult.NotChecked;
    }

    public static ControlResult Enforced(ComplianceCase given) =>
        OfRequired(given, out _) ?? Of(given.State!.Mode == PolicyMode.Enforce && given.State.Observing is null);

    public static ControlResult Restorable(ComplianceCase given) =>
        OfRequired(given, out var targets) ?? Of(targets.All(target => target.Outcome != TargetOutcome.Applied || target.Managed));

    public static ControlResult Monitored(ComplianceCase given) =>
        OfRequired(given, out var targets)
        ?? (
            targets.All(target => target.Wanted!.InitCwnd is not > Unmonitored) ? ControlResult.NotApplicable
            : given.WatchedUntil is { } until && given.Now - until <= WatchedFor ? ControlResult.Pass
            : !IsWindows(given) && given.Now - given.RequiredSince > Deadline ? ControlResult.Fail
            : ControlResult.NotChecked
        );

    public static ControlResult Reporting(ComplianceCase given) => Of(!IsSilent(given));

    public static ControlResult Approved(ComplianceCase given) =>
        given.Exception is not { } exception || exception.Until <= given.Now ? ControlResult.NotApplicable
        : exception.IsApproved ? ControlResult.Pass
        : given.Now - exception.Granted > Deadline ? ControlResult.Fail
        : ControlResult.NotChecked;

    /// <summary>An agent holds no bundle whose signature it has not verified.</summary>
    public static ControlResult Signed(ComplianceCase given) =>
        !Requires(given) ? ControlResult.NotApplicable
        : IsSilent(given) ? ControlResult.Unknown
        : Held(given) is { } held ? Of(given.Now <= held.Expires)
        : given.Now - given.RequiredSince > Deadline ? ControlResult.Fail
        : ControlResult.NotChecked;

    public static ControlResult Current(ComplianceCase given) =>
        IsSilent(given)
            ? ControlResult.Unknown
            : given.Agent switch
            {
                AgentStanding.Unknown => ControlResult.NotChecked,
                AgentStanding.Behind => Of(given.NewerAgentSince is not { } since || given.Now - since <= Upgrading),
                _ => ControlResult.Pass,
            };

    public static ControlResult Rehearsed(ComplianceCase given) =>
        IsWindows(given) || given.State is { Mode: not PolicyMode.Enforce } or { Observing: not null }
            ? ControlResult.NotApplicable
            : OfRequired(given, out var targets)
                ?? given.State!.Rehearsed switch
                {
                    // Set by a program in the kernel, not on routes.
                    null when targets.All(target => target.Strategy == "bpf") => ControlResult.NotApplicable,
                    { } last => Of(last.Problem.Length == 0 && given.Now - last.At <= Rehearsing),
                    null when given.Now - given.RequiredSince > Rehearsing => ControlResult.Fail,
                    null => ControlResult.NotChecked,
                };

    /// <summary>What the host says it has: its latest check-in is newer than its latest report.</summary>
    public static HeldBundle? Held(ComplianceCase given) => given.CheckIn is { } checkIn ? checkIn.Held : given.State?.Held;

    /// <summary>The result when the host's targets cannot be judged; otherwise the required ones of them.</summary>
    private static ControlResult? OfRequired(ComplianceCase given, out IReadOnlyList<TargetState> targets)
    {
        targets = [];
        if (!Requires(given))
            return ControlResult.NotApplicable;
        if (IsSilent(given))
            return ControlResult.Unknown;
        if (given.State is not { } state || (given.CheckIn is { } checkIn && checkIn.StateHash != state.StateHash))
            return ControlResult.NotChecked;
        targets = [.. state.Targets.Where(target => target.Wanted is not null)];
        return targets.Count > 0 ? null
            : state.Held?.Digest == given.RequiredDigest ? ControlResult.NotApplicable
            : ControlResult.NotChecked;
    }

    /// <summary>The largest window that may be configured there, segments.</summary>
    private static int Most(ComplianceCase given, TargetState target) =>
        Math.Min(
            given.State!.Limits?.Max ?? Window.Max,
            given.Required.FirstOrDefault(window => window.Scope == target.Scope)?.Steering?.Max ?? Window.Max
        );

    private static bool Requires(ComplianceCase given) => given.RequiredDigest is { } digest && digest != ComplianceEvaluator.NothingDigest;

    private static bool IsWindows(ComplianceCase given) => given.Os == "windows";

    private static bool IsSilent(ComplianceCase given) => ComplianceEvaluator.Silence(given) is not null;

    private static ControlResult Of(bool met) => met ? ControlResult.Pass : ControlResult.Fail;
}
