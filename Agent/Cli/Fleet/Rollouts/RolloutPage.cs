using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>A rollout on a terminal: its state and why, its rings as lanes, the results of gates, its approvals, its events.</summary>
internal static class RolloutPage
{
    private const int Events = 12;

    public static void Write(Terminal terminal, RolloutDetail rollout)
    {
        var row = rollout.Summary;
        terminal.Say(
            $"{terminal.Paint(Ink.Bold, $"{row.Policy} {RolloutText.Revisions(row)}")}  "
                + $"{terminal.Paint(RolloutText.InkOf(row.State), RolloutWords.Of(row.State))}{(row.Emergency ? "  emergency" : "")}"
        );
        terminal.Say(row.Sentence, hanging: 0);
        Stopped(terminal, rollout);
        Columns.Write(
            terminal.Out,
            [
                ("id", row.Id),
                ("planned", $"{FleetText.Time(row.Created)} by {Actors.Name(row.Author)}: {row.Reason}"),
                ("hosts", Hosts(rollout)),
                ("rules", RulesText.Of(rollout)),
                ("approval", Approval(rollout)),
                ("plan", rollout.PlanHash),
            ],
            terminal.Width
        );
        Section(terminal, "Rings");
        RingLanes.Write(terminal, rollout);
        foreach (var ring in rollout.Rings)
        {
            if (ring.Gate is { } gate && (ring.Number == row.Ring || gate.Verdict != GateVerdict.Pass))
                GateTable.Write(terminal, row.State, ring, gate);
        }
        Excluded(terminal, rollout.Excluded);
        if (rollout.Events.Count == 0)
            return;
        Section(terminal, "Events");
        foreach (var happened in rollout.Events.Take(Events))
            terminal.Say($"  {Event(happened)}", hanging: 4);
        if (rollout.Events.Count > Events)
            terminal.Out.WriteLine(terminal.Paint(Ink.Quiet, $"  and {rollout.Events.Count - Events} before; --json has them all"));
    }

    public static void Excluded(Terminal terminal, IReadOnlyList<RolloutExclusion> excluded)
    {
        if (excluded.Count == 0)
            return;
        Section(terminal, "Left out");
        foreach (var one in excluded)
            terminal.Say($"  {RolloutText.Hosts(one.Hosts)}: {one.Reason}", hanging: 4);
    }

    /// <summary>The earlier rollout that was stopped, and in a plan the option that another one needs.</summary>
    public static void Stopped(Terminal terminal, RolloutDetail rollout)
    {
        if (rollout.Stopped is not { } stopped)
            return;
        var next = rollout.Summary.Id.Length == 0 ? " 'start' needs --despite 'TEXT'." : "";
        terminal.Say(
            $"{terminal.Paint(Ink.Attention, $"Revision {stopped.Revision} was stopped before")}, in rollout {stopped.Id} on "
                + $"{FleetText.Time(stopped.Ended)}: {stopped.Sentence}{next}",
            hanging: 0
        );
    }

    private static string Hosts(RolloutDetail rollout)
    {
        var row = rollout.Summary;
        return RolloutWords.Ended(row.State)
            ? $"{rollout.HaveNow} now; delivered to {row.Applied} of {row.Hosts}, {row.Failed} failed"
            : $"{row.Applied} of {row.Hosts} have it, {rollout.Rings.Sum(InFlight)} in flight, {row.Failed} failed";

        static int InFlight(RolloutRing ring) => RolloutWords.Count(ring, RolloutHostState.Admitted);
    }

    public static string Event(RolloutEvent happened) =>
        $"{FleetText.Time(happened.At)}  {Actors.Name(happened.Actor)}: {happened.Text}"
        // Some events have their reason in their text.
        + (happened.Text.Contains(happened.Reason, StringComparison.Ordinal) ? "" : $" ({happened.Reason})");

    public static void Section(Terminal terminal, string title) => terminal.Out.WriteLine($"\n{terminal.Paint(Ink.Bold, title)}");

    private static string Approval(RolloutDetail rollout)
    {
        if (rollout.Needed == 0)
            return "none needed on this server";
        var given = rollout.Approvals.Where(approval => approval.VoidReason.Length == 0).ToList();
        var names = given.Count == 0 ? "" : $": {string.Join("; ", given.Select(Given))}";
        var gone = rollout
            .Approvals.Where(approval => approval.VoidReason.Length > 0)
            .Select(approval => $"; that of {Actors.Name(approval.Actor)} is void: {approval.VoidReason}");
        return $"{given.Count} of {rollout.Needed}{names}{string.Concat(gone)}";

        static string Given(RolloutApproval approval) => $"{Actors.Name(approval.Actor)}, {FleetText.Time(approval.At)}, {approval.Reason}";
    }
}
