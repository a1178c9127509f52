using IwTune.Server.Console;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Decisions;

/// <summary>A command to a rollout: its button, what it does, and the way back.</summary>
/// <param name="Action">What.</param>
/// <param name="Verb">In addresses, and as the command line calls it.</param>
/// <param name="Word">On its button.</param>
/// <param name="Icon">As in Icon.razor.</param>
/// <param name="Done">What it did.</param>
/// <param name="Undo">The way back.</param>
internal sealed record ActionLook(RolloutAction Action, string Verb, string Word, string Icon, string Done, string Undo)
{
    private static readonly ActionLook[] All =
    [
        new(RolloutAction.Pause, "pause", "Pause", "pause", "Paused: no more hosts are admitted.", "To continue, resume it."),
        new(RolloutAction.Resume, "resume", "Resume", "play", "Resumed.", "To stop it again, pause it."),
        new(RolloutAction.Promote, "promote", "Promote", "forward", "Ring promoted.", "To undo it, roll back."),
        new(RolloutAction.Abort, "abort", "Abort", "stop", "Rollout aborted.", "To remove the revision from hosts, roll back."),
        new(
            RolloutAction.RollBack,
            "rollback",
            "Roll back",
            "undo",
            "Rolled back.",
            "The rollback is itself a revision; a new rollout can start from it."
        ),
    ];

    public static ActionLook Of(RolloutAction action) => Array.Find(All, look => look.Action == action)!;

    /// <returns><see langword="null"/> for another word.</returns>
    public static ActionLook? Find(string verb) => Array.Find(All, look => look.Verb == verb);

    /// <summary>The way back from it, where hosts were admitted or not.</summary>
    public string UndoOf(int admitted) => Action == RolloutAction.Abort && admitted == 0 ? "To start again, plan another rollout." : Undo;

    /// <summary>What it changes, with numbers.</summary>
    public string Effect(RolloutDetail rollout)
    {
        var row = rollout.Summary;
        var told = $"{Quantities.Of(row.Admitted, "host")} of {Quantities.Count(row.Hosts)}";
        return Action switch
        {
            RolloutAction.Pause =>
                $"No more hosts are admitted until it is resumed. {told} {(row.Admitted == 1 ? "was" : "were")} admitted to revision "
                    + $"{row.To} and {(row.Admitted == 1 ? "keeps" : "keep")} it.",
            RolloutAction.Resume when row.State == RolloutState.Holding =>
                $"The gate of ring {row.Ring} is judged again, not skipped: the rollout continues only when it passes.",
            RolloutAction.Resume =>
                $"The rollout continues where it was, {(row.Ring == 0 ? "before the first ring" : $"in ring {row.Ring} of {row.Rings}")}.",
            RolloutAction.Promote when row.Ring >= row.Rings =>
                $"The last ring is promoted without a passed gate: revision {row.To} is published to every host of {row.Policy}.",
            RolloutAction.Promote => $"Ring {row.Ring} is promoted without a passed gate. {Next(rollout)}",
            RolloutAction.Abort => row.Admitted == 0
                ? "The rollout ends; no host was admitted."
                : $"The rollout ends here: {told} {(row.Admitted == 1 ? "was" : "were")} admitted to revision {row.To}. Hosts that still "
                    + $"follow {row.Policy} keep it until the policy’s next publication or rollout.",
            _ => row.From is { } from
                ? $"A new revision with the content of revision {from} goes to every host of {row.Policy}; {told} "
                    + (row.Admitted == 1 ? "was" : "were")
                    + $" admitted to revision {row.To} and {(row.Admitted == 1 ? "receives" : "receive")} the new one."
                : $"No revision was current before: {told}, admitted to revision {row.To}, "
                    + $"{(row.Admitted == 1 ? "restores its" : "restore their")} before-image.",
        };
    }

    // Rings without hosts are skipped.
    private static string Next(RolloutDetail rollout) =>
        rollout.Rings.Skip(rollout.Summary.Ring).FirstOrDefault(ring => ring.Hosts > 0) is { } next
            ? $"Ring {next.Number}, {next.Name}, starts when freezes and change windows allow: {Quantities.Of(next.Hosts, "more host")}."
            : $"No later ring has hosts: revision {rollout.Summary.To} is published to every host of {rollout.Summary.Policy}.";

    /// <summary>As a command line for it.</summary>
    public string Command(RolloutSummary rollout) => $"iwtune fleet rollouts {Verb} {rollout.Id} --reason '…'";
}
