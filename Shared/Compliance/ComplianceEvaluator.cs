using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance;

/// <summary>From what is required and what a host said to a verdict with its reason. Pure: no clock, no storage.</summary>
public static class ComplianceEvaluator
{
    /// <summary>The reason of a host that has enrolled and was never evaluated.</summary>
    public const string NotCheckedIn = "enrolled, but has not checked in yet";

    private static readonly string NothingDigest = BundleDigest.Of(BundleContent.Nothing);

    /// <summary>
    /// The verdict. An exception comes first, then an administrator's hold, then the age of the host's last report, then its content.
    /// </summary>
    public static Judgement Evaluate(ComplianceCase given)
    {
        if (given.Exception is not { } exception)
            return Judge(given);
        if (exception.Until is null || exception.Until > given.Now)
            return new(
                Verdict.Excepted,
                $"{exception.Reason} ({(exception.Until is { } until ? $"until {Instant(until)}" : "without end")})"
            );
        var judged = Judge(given);
        return judged with { Reason = $"{judged.Reason}; its exception ended {Instant(exception.Until.Value)}" };
    }

    /// <summary>The verdict without any person's decision: no exception, no hold at the server, none at the host.</summary>
    public static Judgement Health(ComplianceCase given) => Fresh(given, (state, nothing) => Reported(given, state, nothing));

    /// <summary>
    /// An administrator's hold comes before the host's report, as an exception does; the host's own verdict appears beside it.
    /// </summary>
    private static Judgement Judge(ComplianceCase given) =>
        given.Pinned is { } pinned
            ? new(Verdict.Excepted, Pinned(pinned, Health(given)))
            : Fresh(
                given,
                (state, nothing) =>
                    state.Hold is { } hold ? Held(hold, Reported(given, state, nothing), given) : Reported(given, state, nothing)
            );

    private static string Pinned(PinnedHold pinned, Judgement health) =>
        $"{pinned.Hold}; {(pinned.Lacks.Length > 0 ? $"it lacks {pinned.Lacks}" : "it lacks nothing")}"
        + (health.Verdict == Verdict.Compliant ? "" : $"; apart from the hold it is {health.Verdict}: {health.Reason}");

    private static Judgement Fresh(ComplianceCase given, Func<HostState, bool, Judgement> reported)
    {
        if (given.CheckedInAt is not { } seen)
            return new(Verdict.NeverSeen, NotCheckedIn);
        // No age: a reason changes with what is known. If it contained an age, every evaluation would be a change.
        if (given.Now - Audible(given, seen) > given.StaleAfter)
            return new(Verdict.Stale, $"no check-in since {Instant(seen)}; its current state is unknown");
        var nothing = given.RequiredDigest is null || given.RequiredDigest == NothingDigest;
        if (given.State is not { } state)
            return nothing
                ? new(Verdict.Compliant, "no policy is assigned")
                : new(Verdict.Applying, "has not reported its initial windows yet");
        if (given.CheckIn is { } checkIn && checkIn.StateHash != state.StateHash)
            return new(Verdict.Applying, "its state has changed since its last report; the new report has not arrived yet");
        return reported(state, nothing);
    }

    /// <summary>The host's own administrator took it out of judgement; the reason names the verdict without that hold.</summary>
    private static Judgement Held(HoldState hold, Judgement otherwise, ComplianceCase given)
    {
        var waits = given.CheckIn?.Rejected is { } digest && digest == given.RequiredDigest;
        var beside = waits
            ? "the required revision has arrived and waits for the release"
            : $"without the hold it would be {otherwise.Verdict}: {otherwise.Reason}";
        return new(Verdict.Excepted, $"{hold}; {beside}");
    }

    private static Judgement Reported(ComplianceCase given, HostState state, bool nothing)
    {
        if (nothing)
            return NothingRequired(state);
        var held = given.CheckIn is null ? state.Held : given.CheckIn.Held;
        return held?.Digest == given.RequiredDigest && state.Held?.Digest == given.RequiredDigest
            ? TargetJudge.Taken(state, given)
            : NotTaken(given, state);
    }

    private static Judgement NothingRequired(HostState state)
    {
        var managed = state.Targets.Count(target => target.Managed);
        var lets = state.Held is null || state.Held.Digest == NothingDigest;
        if (lets && managed == 0)
            return new(Verdict.Compliant, "no policy is assigned");
        if (state.Phase == BundlePhase.Failed)
            return new(Verdict.Error, $"no policy is assigned any more, but restoring failed{Because(state.Reason)}");
        return new(Verdict.Applying, "no policy is assigned any more; the host has not restored everything yet");
    }

    private static Judgement NotTaken(ComplianceCase given, HostState state)
    {
        if (given.CheckIn?.Rejected == given.RequiredDigest && state.Hold is not null)
            return new(Verdict.Applying, "the required revision has arrived and waits until the hold at the host ends");
        if (given.CheckIn?.Rejected == given.RequiredDigest)
            return new(Verdict.Error, $"the host refused the required revision or restored its before-images{Because(state.Reason)}");
        var has =
            state.Held is null || state.Policy is null
                ? "no policy"
                : $"{state.Policy}{(state.Revision is { } revision ? $" revision {revision}" : "")}";
        return new(Verdict.Applying, $"the host still has {has}; it has not accepted the required revision yet");
    }

    internal static string Because(string reason) => reason.Length == 0 ? "" : $": {reason}";

    internal static string Instant(DateTimeOffset instant) =>
        instant.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);

    /// <summary>From when a host's silence counts.</summary>
    internal static DateTimeOffset Audible(ComplianceCase given, DateTimeOffset seen) =>
        given.ListenedSince is { } listened && listened > seen ? listened : seen;
}
