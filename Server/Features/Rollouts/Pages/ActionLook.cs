using IwTune.Server.Console;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Pages;

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
        new(RolloutAction.Pause, "pause", "Pause", "pause", "Paused: no more hosts are admitted.", "To go on, resume it."),
        new(RolloutAction.Resume, "resume", "Resume", "play", "Resumed.", "To stop it again, pause it."),
        new(RolloutAction.Promote, "promote", "Promote", "forward", "The ring is done with.", "To bring everyone back, roll back."),
        new(
            RolloutAction.Abort,
            "abort",
            "Abort",
            "stop",
            "Aborted where it was.",
            "To take the revision from hosts that have it, roll back."
        ),
        new(
            RolloutAction.RollBack,
            "rollback",
            "Roll back",
            "undo",
            "Rolled back.",
            "It is a revision of its own: another rollout moves on from it."
        ),
    ];

    public static ActionLook Of(RolloutAction action) => Array.Find(All, look => look.Action == action)!;

    /// <returns><see langword="null"/> for another word.</returns>
    public static ActionLook? Find(string verb) => Array.Find(All, look => look.Verb == verb);

    /// <summary>What it changes, with numbers.</summary>
    public string Effect(RolloutDetail rollout)
    {
        var row = rollout.Summary;
        var told = $"{Quantities.Of(row.Admitted, "host")} of {Quantities.Count(row.Hosts)}";
        return Action switch
        {
            RolloutAction.Pause =>
                $"No more hosts are admitted until it is resumed. {told} {(row.Admitted == 1 ? "was" : "were")} told to take revision "
                    + $"{row.To} and {(row.Admitted == 1 ? "keeps" : "keep")} it.",
            RolloutAction.Resume when row.State == RolloutState.Holding =>
                $"The gate of ring {row.Ring} is judged again, not skipped: it goes on only when it passes.",
            RolloutAction.Resume =>
                $"It goes on where it was, {(row.Ring == 0 ? "before the first ring" : $"in ring {row.Ring} of {row.Rings}")}.",
            RolloutAction.Promote when row.Ring >= row.Rings =>
                $"The last ring is done with, although its gate has not passed: revision {row.To} becomes the released one, for every "
                    + $"host of {row.Policy}.",
            RolloutAction.Promote =>
                $"Ring {row.Ring} is done with, although its gate has not passed. Ring {row.Ring + 1}, {rollout.Rings[row.Ring].Name}, "
                    + $"starts: {Quantities.Of(rollout.Rings[row.Ring].Hosts, "more host")}.",
            RolloutAction.Abort => row.Admitted == 0
                ? "It ends, and no host was told to take the revision."
                : $"It ends where it is: {told} keep revision {row.To} until the policy’s next publication or rollout.",
            _ => row.From is { } from
                ? $"A new revision with the content of revision {from} goes to every host of {row.Policy}; {told} were asked to take "
                    + $"revision {row.To} and return from it."
                : $"No revision was released before: {told} were asked to take revision {row.To} and restore what was there.",
        };
    }

    /// <summary>As a command line for it.</summary>
    public string Command(RolloutSummary rollout) => $"iwtune fleet rollouts {Verb} {rollout.Id} --reason '…'";
}
