using IwTune.Server.Console;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts;

/// <summary>Where a rollout is and what it waits for, in words and numbers.</summary>
internal static class RolloutSentences
{
    public const string Releases = "The last ring has passed; the revision is being published to every host.";

    public const string StandsStill = "Stopped: the server failed to evaluate it; its log has the cause. It retries every second.";

    /// <param name="row">The rollout.</param>
    /// <param name="rings">All its rings.</param>
    /// <param name="hosts">The hosts that its plan moves: those that have not had their turn.</param>
    /// <param name="approvals">Those given.</param>
    /// <param name="because">What the plan follows, with a space behind it: what made them void, or the rollout that it ends.</param>
    public static string AwaitingApproval(RolloutRow row, int rings, int hosts, int approvals, string because = "")
    {
        var who =
            row is { Emergency: true, Needed: 2 } ? "two different people, neither of them its author"
            : row.Needed == 1 ? "a person other than its author"
            : "people other than its author";
        return $"{because}{approvals} of {Quantities.Of((int)row.Needed, "approval")}: {who} ({Actors.Name(row.Author)}) must approve "
            + $"plan {row.PlanHash[..12]}, "
            + (
                row.Emergency
                    ? $"an emergency that moves {Quantities.Of(hosts, "host")} at once."
                    : $"which moves {Quantities.Of(hosts, "host")} in {Ahead(row, rings)}."
            );
    }

    /// <summary>What planning a rollout does to the one that runs, with a space behind it.</summary>
    public static string Ends(string earlier, long revision) =>
        $"This plan ends rollout {earlier} to revision {revision}, which does not continue when this one is aborted. ";

    public static string Starts(RolloutRow row, int rings) => $"Ring {row.Ring + 1} of {rings} starts within seconds.";

    public static string Waits(RolloutRow row, int rings, string forWhat) => $"Ring {row.Ring + 1} of {rings} waits {forWhat}.";

    /// <summary>A ring in progress or in its bake time.</summary>
    /// <param name="row">The rollout.</param>
    /// <param name="rules">Its rules.</param>
    /// <param name="tally">Its hosts.</param>
    /// <param name="bakedMs">How long the ring was observed.</param>
    /// <param name="awaited">Hosts that have the revision, and were not heard since the server started.</param>
    /// <param name="heard">Where too few hosts are heard to observe the ring: how many.</param>
    public static string Running(RolloutRow row, RolloutRules rules, Tally tally, double bakedMs, int awaited = 0, int? heard = null)
    {
        var (ring, bake) = ((int)row.Ring, BakeSeconds(rules, (int)row.Ring));
        var (waiting, admitted) = (tally.UpTo(ring, RolloutHostState.Waiting), tally.UpTo(ring, RolloutHostState.Admitted));
        var have = Have(row, tally);
        if (waiting + admitted + awaited == 0)
            return bake == 0
                ? $"{have}; its gate is being judged."
                : $"{have}; {RingStanding.Observed(bakedMs / 1000, bake)}"
                    + (heard is { } few ? $"; {Few(few, tally.In(ring))} heard with it now, and this time does not count." : ".");
        var way = admitted > 0 ? $", {Quantities.Count(admitted)} on {(admitted == 1 ? "its" : "their")} way" : "";
        var queue =
            waiting > 0
                ? $", {Quantities.Count(waiting)} wait for their "
                    + $"turn{(rules.MaxInFlight > 0 ? $" (at most {Quantities.Count(rules.MaxInFlight)} at a time)" : "")}"
                : "";
        var silent = awaited > 0 ? $", {Quantities.Count(awaited)} of them not heard since the server started" : "";
        return $"{have}{silent}{way}{queue}; it is observed once all have settled.";
    }

    public static string Holding(RolloutRow row, Tally tally, RolloutGate gate) =>
        gate.Verdict == GateVerdict.Fail
            ? $"{Have(row, tally)}; its gate failed: {Clause(gate.Sentence)}. It waits for a person: "
                + (StandingHarm.In(gate) ? "roll back or abort." : "roll back, abort, or resume to judge it again.")
            : $"{Have(row, tally)}; its gate cannot say that all is well: {Clause(gate.Sentence)}. It waits for more evidence, or for a "
                + "person: promote, abort or roll back.";

    public static string Paused(RolloutRow row, int rings, string actor, string reason) =>
        $"Paused by {Actors.Name(actor)} {(row.Ring == 0 ? "before the first ring" : $"in ring {row.Ring} of {rings}")}: "
        + $"{reason.TrimEnd('.')}. No more hosts are admitted until it is resumed.";

    public static string Have(RolloutRow row, Tally tally)
    {
        var ring = (int)row.Ring;
        var (failed, unreachable, left) = (
            tally.In(ring, RolloutHostState.Failed),
            tally.In(ring, RolloutHostState.Unreachable),
            tally.In(ring, RolloutHostState.Left)
        );
        return $"Ring {ring} of {tally.Rings}: {Quantities.Count(tally.In(ring, RolloutHostState.Applied))} of "
            + $"{Quantities.Of(tally.In(ring), "host")} {Has(tally.In(ring))} revision {row.ToRevision}"
            + (failed > 0 ? $", {Quantities.Count(failed)} failed" : "")
            + (unreachable > 0 ? $", {Quantities.Count(unreachable)} unreachable" : "")
            + (left > 0 ? $", {Quantities.Count(left)} left" : "");
    }

    /// <summary>The verb after <c>1 host</c>, or after more.</summary>
    public static string Has(int hosts) => hosts == 1 ? "has" : "have";

    public static int BakeSeconds(RolloutRules rules, int ring) => rules.Rings[ring - 1].BakeSeconds ?? rules.BakeSeconds;

    private static string Few(int heard, int of) =>
        heard == 0
            ? "none of its hosts is"
            : $"only {Quantities.Count(heard)} of {Quantities.Of(of, "host")} {(heard == 1 ? "is" : "are")}";

    private static string Ahead(RolloutRow row, int rings) => Quantities.Of(rings - row.Ring, row.Ring > 0 ? "more ring" : "ring");

    private static string Clause(string sentence) => sentence.TrimEnd('.');
}
