using IwTune.Server.Console;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages;

/// <summary>How states and verdicts of rollouts look: a word, an icon and a tone.</summary>
internal sealed record RolloutLook(string Word, string Icon, string Tone)
{
    public static RolloutLook Of(RolloutState state) =>
        new(
            RolloutWords.Of(state),
            state switch
            {
                RolloutState.AwaitingApproval => "user",
                RolloutState.AwaitingWindow => "clock",
                RolloutState.Running => "rollout",
                RolloutState.Holding => "never",
                RolloutState.Paused => "pause",
                RolloutState.Complete => "check",
                RolloutState.RolledBack => "undo",
                RolloutState.Aborted => "stop",
                _ => "forward",
            },
            state switch
            {
                RolloutState.Complete => "good",
                RolloutState.RolledBack => "bad",
                RolloutState.AwaitingApproval or RolloutState.Holding or RolloutState.Paused => "warn",
                RolloutState.Aborted or RolloutState.Superseded => "quiet",
                _ => "info",
            }
        );

    public static RolloutLook Of(RingStanding standing) =>
        new(
            standing.Word,
            standing.Phase switch
            {
                RingPhase.Admitting => "apply",
                RingPhase.Watched => "search",
                RingPhase.Holding => "pause",
                RingPhase.Passed => "check",
                RingPhase.Promoted => "forward",
                RingPhase.Failed => "error",
                RingPhase.Ended => "stop",
                _ => "clock",
            },
            standing.Phase switch
            {
                RingPhase.Admitting or RingPhase.Watched => "info",
                RingPhase.Holding or RingPhase.Promoted => "warn",
                RingPhase.Passed => "good",
                RingPhase.Failed => "bad",
                _ => "quiet",
            }
        );

    public static RolloutLook Of(GateVerdict verdict) =>
        new(
            RolloutWords.Of(verdict),
            verdict switch
            {
                GateVerdict.Pass => "check",
                GateVerdict.Fail => "error",
                GateVerdict.Inconclusive => "never",
                _ => "unsupported",
            },
            verdict switch
            {
                GateVerdict.Pass => "good",
                GateVerdict.Fail => "bad",
                GateVerdict.Inconclusive => "warn",
                _ => "quiet",
            }
        );

    /// <param name="state">The host's.</param>
    /// <param name="ended">Whether the rollout has ended.</param>
    public static RolloutLook Of(RolloutHostState state, bool ended = false) =>
        new(
            Sentences.Start(RolloutWords.Of(state, ended)),
            state switch
            {
                RolloutHostState.Applied => "check",
                RolloutHostState.Failed => "error",
                RolloutHostState.Unreachable => "clock",
                RolloutHostState.Admitted => "apply",
                RolloutHostState.Left => "out",
                _ => "never",
            },
            state switch
            {
                RolloutHostState.Applied => "good",
                RolloutHostState.Failed => "bad",
                RolloutHostState.Unreachable => "warn",
                RolloutHostState.Admitted => "info",
                _ => "quiet",
            }
        );

    /// <summary>How an event of the timeline looks.</summary>
    public static (string Icon, string Tone) OfEvent(RolloutEventKind kind) =>
        kind switch
        {
            RolloutEventKind.Planned => ("edit", "muted"),
            RolloutEventKind.Approved => ("check", "good"),
            RolloutEventKind.Voided => ("cross", "warn"),
            RolloutEventKind.Started or RolloutEventKind.RingStarted => ("play", "info"),
            RolloutEventKind.GatePassed or RolloutEventKind.Completed => ("check", "good"),
            RolloutEventKind.GateHeld => ("never", "warn"),
            RolloutEventKind.GateFailed => ("error", "bad"),
            RolloutEventKind.Paused => ("pause", "warn"),
            RolloutEventKind.Resumed => ("play", "info"),
            RolloutEventKind.Promoted => ("forward", "warn"),
            RolloutEventKind.RolledBack => ("undo", "bad"),
            RolloutEventKind.Aborted => ("stop", "bad"),
            _ => ("info", "muted"),
        };
}
