using IwTune.Server.Features.Hosts;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>How far a host of a rollout is, and why.</summary>
/// <param name="State">How far.</param>
/// <param name="Cause">
/// For a failed one <see cref="Apply"/>, <see cref="Verification"/>, or <see cref="Unconfirmed"/>; else empty.
/// </param>
/// <param name="Reason">As a sentence; may be empty.</param>
internal sealed record HostOutcome(RolloutHostState State, string Cause, string Reason)
{
    public const string Apply = "apply",
        Verification = "verification",
        Unconfirmed = "unconfirmed";

    /// <summary>It differs from what is required, which the host may put right by itself yet.</summary>
    public static HostOutcome Drifted(string reason) => new(RolloutHostState.Admitted, Verification, reason);

    private static readonly HostOutcome OnItsWay = new(RolloutHostState.Admitted, "", "");

    /// <summary>
    /// Level-triggered: from the host's present state, whatever it was before. Neither a verdict alone nor a report alone is enough.
    /// </summary>
    /// <param name="digest">The target's.</param>
    /// <param name="presence">The host's last check-in.</param>
    /// <param name="judged">True when the verdict in force is about this requirement.</param>
    /// <param name="told">Its last reported state, and the verdict on it.</param>
    /// <param name="before">When it had restored a bundle before it was admitted; it is sent this one again.</param>
    public static HostOutcome Of(string digest, Presence presence, bool judged, ReportedRow? told, DateTimeOffset? before = null)
    {
        if (!judged || told?.Verdict is not { } verdict)
            return OnItsWay;
        if (presence.Held?.Digest == digest && told.HeldDigest == digest)
            return told.IsHeld && verdict == Verdict.Drifted ? Held(told) : Taken(told.Phase ?? BundlePhase.None, verdict, told);
        if (presence.Rejected != digest || presence.Restored is { At: var at } && at == before)
            return OnItsWay;
        return verdict switch
        {
            _ when told.IsHeld => Held(told),
            Verdict.Excepted => new(RolloutHostState.Left, "", $"excepted: {told.Reason}"),
            Verdict.Error => new(RolloutHostState.Failed, CauseOf(presence.Restored), told.Reason),
            _ => OnItsWay,
        };
    }

    /// <summary>A host that was cut off in the time to confirm says nothing of the revision, unless it was cut off alone.</summary>
    private static string CauseOf(RestoredBundle? restored) => restored is { CutOff: true } ? Unconfirmed : Apply;

    /// <summary>The revision waits on the host, or the agent repairs nothing until the hold ends.</summary>
    private static HostOutcome Held(ReportedRow told) => new(RolloutHostState.Left, "", $"held: {told.Reason}");

    private static HostOutcome Taken(BundlePhase phase, Verdict verdict, ReportedRow told) =>
        (phase, verdict) switch
        {
            (BundlePhase.None or BundlePhase.AwaitingConfirm, _) => OnItsWay,
            // Its connections over the targets that it could set have the new window, and are judged.
            (BundlePhase.Applied, Verdict.Unsupported) when told.AsRequired > 0 => new(
                RolloutHostState.Applied,
                "",
                $"only in part: {told.Reason}"
            ),
            (_, Verdict.Unsupported) => new(RolloutHostState.Left, "", $"unsupported: {told.Reason}"),
            (BundlePhase.PutBack, Verdict.Error) => new(RolloutHostState.Failed, Apply, told.Reason),
            (BundlePhase.Failed, Verdict.Error) => new(RolloutHostState.Failed, Apply, told.Reason),
            (_, Verdict.Error) => new(RolloutHostState.Failed, Verification, told.Reason),
            (BundlePhase.PutBack, _) => OnItsWay,
            (BundlePhase.Audited, Verdict.Drifted) => new(RolloutHostState.Applied, "", $"only audited: {told.Reason}"),
            (_, Verdict.Drifted) => Drifted(told.Reason),
            (BundlePhase.Applied or BundlePhase.Audited, Verdict.Compliant or Verdict.Repaired or Verdict.Excepted) => new(
                RolloutHostState.Applied,
                "",
                ""
            ),
            _ => OnItsWay,
        };
}
