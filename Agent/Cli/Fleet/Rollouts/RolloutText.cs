using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>How a rollout's values look on a terminal.</summary>
internal static class RolloutText
{
    public static string Revisions(RolloutSummary rollout) => rollout.From is { } from ? $"r{from} → r{rollout.To}" : $"→ r{rollout.To}";

    public static string Hosts(int count) => count == 1 ? "1 host" : $"{count} hosts";

    public static Ink InkOf(RolloutState state) =>
        state switch
        {
            RolloutState.Complete => Ink.Good,
            RolloutState.RolledBack => Ink.Bad,
            RolloutState.AwaitingApproval or RolloutState.Holding or RolloutState.Paused => Ink.Attention,
            RolloutState.Aborted or RolloutState.Superseded => Ink.Quiet,
            _ => Ink.Bold,
        };

    public static Ink InkOf(GateVerdict verdict) =>
        verdict switch
        {
            GateVerdict.Pass => Ink.Good,
            GateVerdict.Fail => Ink.Bad,
            GateVerdict.Inconclusive => Ink.Attention,
            _ => Ink.Quiet,
        };

    public static Ink InkOf(RingPhase phase) =>
        phase switch
        {
            RingPhase.Passed => Ink.Good,
            RingPhase.Failed => Ink.Bad,
            RingPhase.Holding or RingPhase.Promoted => Ink.Attention,
            RingPhase.Waiting or RingPhase.Ended => Ink.Quiet,
            _ => Ink.Bold,
        };

    /// <summary>The sign and the colour of a host in a lane.</summary>
    public static (char Sign, Ink Ink) Of(RolloutHostState state) =>
        state switch
        {
            RolloutHostState.Applied => ('#', Ink.Good),
            RolloutHostState.Failed => ('x', Ink.Bad),
            RolloutHostState.Unreachable => ('?', Ink.Bad),
            RolloutHostState.Admitted => ('>', Ink.Attention),
            RolloutHostState.Left => ('-', Ink.Quiet),
            _ => ('.', Ink.Quiet),
        };
}
