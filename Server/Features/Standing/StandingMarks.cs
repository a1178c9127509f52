using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Standing;

/// <summary>The marks of a host, from the inputs of its verdict. Pure: no clock, no storage.</summary>
internal static class StandingMarks
{
    /// <param name="given">What the verdict rests on.</param>
    /// <param name="health">The verdict without any person's decision.</param>
    public static IReadOnlyList<StandingMark> Of(ComplianceCase given, Judgement health)
    {
        var marks = new List<StandingMark>();
        void Add(StandingKind kind, StandingCase state, string reason) => marks.Add(new(kind, state, reason, given.Now));
        // The last reported windows of an unreachable host are not a fact any more; a hold on it still is.
        var fresh = health.Verdict is not (Verdict.Stale or Verdict.NeverSeen);
        if (health.Verdict == Verdict.Drifted)
            Add(StandingKind.Drift, StandingCase.Drifted, health.Reason);
        if (fresh && given.State?.Repaired is { } repaired && given.Now - repaired <= given.RepairedFor)
            Add(
                StandingKind.Repairs,
                StandingCase.Repaired,
                $"repaired at {repaired.UtcDateTime:yyyy-MM-dd HH:mm'Z'}, after another program had changed it"
            );
        if (fresh && Left(given, TargetLeft.OwnerFights) is { Count: > 0 } fought)
            Add(StandingKind.OwnerFights, StandingCase.OwnerFights, Told(fought));
        if (given.Pinned is { Hold: var pinned } pin)
            marks.Add(
                new(
                    StandingKind.Holds,
                    StandingCase.ByAdministrator,
                    $"{Why(pinned)}{(pin.Lacks.Length > 0 ? $"; it lacks {pin.Lacks}" : "")}",
                    pinned.Since,
                    pinned.By,
                    pinned.Until
                )
            );
        if (given.State?.Hold is { } here)
            marks.Add(new(StandingKind.Holds, StandingCase.AtHost, Why(here), here.Since, here.By, here.Until));
        if (fresh && Left(given, TargetLeft.Overridden) is { Count: > 0 } overridden)
            Add(StandingKind.Overrides, StandingCase.Overridden, Told(overridden));
        if (health.Verdict == Verdict.Unsupported)
            Add(StandingKind.Unsupported, StandingCase.Unsupported, health.Reason);
        if (!fresh)
            Add(StandingKind.Unreachable, health.Verdict == Verdict.Stale ? StandingCase.Stale : StandingCase.NeverSeen, health.Reason);
        if (health.Verdict == Verdict.Error)
            Add(StandingKind.Refused, Cause(given), health.Reason);
        // It may have the required content already, and still cannot be given anything else.
        else if (fresh && given.State?.Refused is { } refused)
            Add(StandingKind.Refused, StandingCase.Refused, ComplianceEvaluator.Refusing(refused));
        return marks;
    }

    private static StandingCase Cause(ComplianceCase given) =>
        given.State?.Phase == BundlePhase.PutBack ? StandingCase.PutBack
        : given.State?.Refused is not null || given.CheckIn?.Rejected == given.RequiredDigest ? StandingCase.Refused
        : StandingCase.Failed;

    private static List<TargetState> Left(ComplianceCase given, TargetLeft left) =>
        given.State is null ? [] : [.. given.State.Targets.Where(target => target.Left == left)];

    private static string Told(List<TargetState> targets) =>
        $"{(targets.Count == 1 ? "" : $"{targets.Count} targets, the first ")}{targets[0].Id}"
        + $"{(targets[0].Reason.Length > 0 ? $": {targets[0].Reason}" : "")}";

    private static string Why(HoldState hold) => hold.Reason.Length > 0 ? hold.Reason : "no reason given";
}
