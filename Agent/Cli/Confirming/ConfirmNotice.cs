using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.Confirming;

/// <summary>
/// The warning of every read verb about an unconfirmed change: the windows shown may not stay.
/// </summary>
internal static class ConfirmNotice
{
    /// <summary>Writes it to standard error, where it does not disturb programs; nothing when no change waits.</summary>
    /// <returns>True when the time is over and the change is still in force.</returns>
    public static bool Tell(CliContext context, StateDirectory state)
    {
        if (CommitConfirm.PeekPendingIn(state, context.Time) is not { } pending)
            return false;
        var name = PolicyName.Of(pending.Policy, pending.Revision);
        var overdue = pending.Deadline <= context.Time.GetUtcNow();
        var terminal = context.Terminal;
        terminal.Error.WriteLine(
            overdue
                ? terminal.Paint(
                    Ink.Bad,
                    $"Overdue, unconfirmed: {name} should have been undone at {pending.Deadline:u}, because it was not confirmed. "
                        + "'iwtune rollback' undoes it now."
                )
                : $"Unconfirmed: {name} is undone at {pending.Deadline:u}. 'iwtune confirm' keeps it."
        );
        return overdue;
    }
}
