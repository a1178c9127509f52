using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance;

/// <summary>From what is required and what a host said to a verdict with its reason. Pure: no clock, no storage.</summary>
public static class ComplianceEvaluator
{
    /// <summary>The reason of a host that has enrolled and was never evaluated.</summary>
    public const string NotCheckedIn = "enrolled, but has not checked in yet";

    /// <summary>The reason of a host that is compliant because nothing is required of it; a hold may follow.</summary>
    public const string NoPolicy = "no policy is assigned";

    internal static readonly string NothingDigest = BundleDigest.Of(BundleContent.Nothing);

    /// <summary>
    /// The verdict. An exception comes first, then the age of the host's last report, then its content. A hold is no verdict: it stands in
    /// the reason, and a revision that it keeps from the host is not there yet (docs/adr/0045-a-hold-is-not-a-verdict.md).
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

    /// <summary>Whether a host is compliant only because no policy is assigned to it.</summary>
    public static bool RequiresNothing(Verdict verdict, string reason) =>
        verdict == Verdict.Compliant && reason.StartsWith(NoPolicy, StringComparison.Ordinal);

    /// <summary>The verdict without any person's decision: no exception, no hold at the server, none at the host.</summary>
    public static Judgement Health(ComplianceCase given)
    {
        if (Silence(given) is { } silent)
            return silent;
        var nothing = given.RequiredDigest is null || given.RequiredDigest == NothingDigest;
        if (given.State is not { } state)
            return nothing ? new(Verdict.Compliant, NoPolicy) : new(Verdict.Applying, "has not reported its initial windows yet");
        if (given.CheckIn is { } checkIn && checkIn.StateHash != state.StateHash)
            return new(Verdict.Applying, "its state has changed since its last report; the new report has not arrived yet");
        return Reported(given, state, nothing);
    }

    /// <summary>The verdict on a host that was not heard of for too long; <see langword="null"/> for any other.</summary>
    internal static Judgement? Silence(ComplianceCase given)
    {
        if (given.CheckedInAt is not { } seen)
            return new(Verdict.NeverSeen, NotCheckedIn);
        // No age: a reason changes with what is known. If it contained an age, every evaluation would be a change.
        return given.Now - Audible(given, seen) > given.StaleAfter
            ? new(Verdict.Stale, $"no check-in since {Instant(seen)}; its current state is unknown")
            : null;
    }

    private static Judgement Judge(ComplianceCase given)
    {
        var health = Health(given);
        if (given.Pinned is { } pinned)
            return Pinned(pinned, health);
        return given.State?.Hold is { } hold && health.Verdict != Verdict.Stale
            ? health with
            {
                Reason = $"{health.Reason}; {hold}",
            }
            : health;
    }

    /// <summary>The host is well by the content that it is held at, and lacks what it would be required to have now.</summary>
    private static Judgement Pinned(PinnedHold pinned, Judgement health) =>
        pinned.Lacks.Length == 0 ? health with { Reason = $"{health.Reason}; {pinned.Hold}" }
        : health.Verdict is Verdict.Compliant or Verdict.Repaired
            ? new(Verdict.Applying, $"{pinned.Lacks} waits until the hold ends; {pinned.Hold}")
        : health with { Reason = $"{health.Reason}; {pinned.Lacks} waits until the hold ends; {pinned.Hold}" };

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
            return new(Verdict.Compliant, NoPolicy);
        if (state.Phase == BundlePhase.Failed)
            return new(Verdict.Error, $"no policy is assigned any more, but restoring failed{Because(state.Reason)}");
        return new(Verdict.Applying, "no policy is assigned any more; the host has not restored everything yet");
    }

    private static Judgement NotTaken(ComplianceCase given, HostState state)
    {
        if (state.Refused is { } refused)
            return new(Verdict.Error, Refusing(refused));
        if (given.CheckIn?.Rejected == given.RequiredDigest && state.Hold is not null)
            return new(Verdict.Applying, "the required revision has arrived and waits until the hold ends");
        if (given.CheckIn is { } said && said.Rejected == given.RequiredDigest)
            return new(Verdict.Error, Rejecting(said.Restored, state));
        var has =
            state.Held is null || state.Policy is null
                ? "no policy"
                : $"{state.Policy}{(state.Revision is { } revision ? $" revision {revision}" : "")}";
        return new(Verdict.Applying, $"the host still has {has}; it has not accepted the required revision yet");
    }

    private static string Rejecting(RestoredBundle? restored, HostState state) =>
        restored is { CutOff: true }
            ? "the host set the required revision and restored its before-images: it could not reach the server within the confirm time, "
                + "or went down in it"
            : $"the host refused the required revision or restored its before-images{Because(state.Reason)}";

    /// <summary>A host that refuses bundles, as a clause.</summary>
    /// <param name="why">As in <see cref="HostState.Refused"/>.</param>
    public static string Refusing(string why) => $"the host refuses what the server sends: {why}";

    internal static string Because(string reason) => reason.Length == 0 ? "" : $": {reason}";

    internal static string Instant(DateTimeOffset instant) =>
        instant.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);

    /// <summary>From when a host's silence counts.</summary>
    internal static DateTimeOffset Audible(ComplianceCase given, DateTimeOffset seen) =>
        given.ListenedSince is { } listened && listened > seen ? listened : seen;
}
